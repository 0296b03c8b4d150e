import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('anybody checks a receipt in the browser, which sends it nowhere', async ({
  page,
  browser,
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
  await choose('resigned.json', signedAnew(text));
  await expect(result).toContainText('But it was NOT signed by this installation');
  expect(sent).toEqual([]);

  const turkish = await browser.newContext({ baseURL: product.url, locale: 'tr-TR' });
  const other = await turkish.newPage();
  await other.goto('/verify');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Teslim belgesini doğrulayın');
  await other.getByLabel('Belge').setInputFiles(testInfo.outputPath('altered.json'));
  await expect(other.getByRole('status')).toContainText(
    'değiştirilmiş. İmzalandığı gibi olmayan ilk satır: 8.',
  );
  await turkish.close();
});

/** A receipt as somebody else may make it: the same lines, signed with another key. */
function signedAnew(receipt: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const [, statement = ''] = /^"statement": (.*),$/m.exec(receipt) ?? [];
  const stated = statement.replace(/"key":"[^"]*"/, `"key":"${key}"`);
  const of = createHash('sha256').update(stated).digest('hex');
  const ed25519 = sign(null, Buffer.from(stated), privateKey).toString('base64');
  return receipt
    .replace(statement, stated)
    .replace(/^"signature": .*$/m, `"signature": ${JSON.stringify({ of, ed25519 })},`)
    .replace(/^"public_key": .*$/m, `"public_key": ${JSON.stringify(key)}`);
}
