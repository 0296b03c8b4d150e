import { writeFileSync } from 'node:fs';
import { prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('anybody checks a receipt in the browser, which sends it nowhere', async ({
  page,
  product,
}, testInfo) => {
  const { freelancer, project } = await prepareDelivery(product, 'proof');
  const cookie = Array.from(freelancer.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${product.url}/api/projects/${project}/receipt/`, { headers: { cookie } });
  const text = await answer.text();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto('/verify');
  const result = page.getByRole('status');
  const choose = async (name: string, receipt: string) => {
    const file = testInfo.outputPath(name);
    writeFileSync(file, receipt);
    await page.getByLabel('Receipt').setInputFiles(file);
  };
  await choose('receipt.json', text);
  await expect(result).toContainText('Unaltered: “Summer campaign” by proof, 2 entries');
  await expect(result).toContainText('It was signed by this installation.');
  await choose('altered.json', text.replace('"version":"1.0"', '"version":"1.1"'));
  await expect(result).toContainText('line 8.');
  expect(sent).toEqual([]);
});
