import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { runAdmin } from '../../test-kit/admin.ts';
import { type Delivery, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

async function receiptOf({ freelancer, project }: Delivery): Promise<string> {
  const cookie = Array.from(freelancer.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const address = new URL(`/api/projects/${project}/receipt/`, freelancer.origin);
  return (await fetch(address, { headers: { cookie } })).text();
}

test('anyone can verify a receipt in the browser, which does not send it anywhere', async ({
  page,
  browser,
  product,
}, testInfo) => {
  const text = await receiptOf(await prepareDelivery(product, 'proof'));
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
  await choose('resigned.json', signedWithAnotherKey(text));
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

test.describe(() => {
  test.use({ isAlone: true });

  test('a receipt signed with a withdrawn key says so, and which parts of it are still valid @before-release', async ({
    page,
    product,
  }) => {
    const receipt = await receiptOf(await prepareDelivery(product, 'withdrawn'));
    await page.goto('/verify');
    const check = () =>
      page
        .getByLabel('Receipt')
        .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) });
    await check();
    const result = page.getByRole('status');
    await expect(result).toContainText('It was signed by this installation.');
    await runAdmin(product, 'new-receipt-key', '--withdraw');
    await page.reload();
    await check();
    await expect(result).toContainText('a key of this installation that was WITHDRAWN: since');
    await expect(result).toContainText('Its entries hold all the same');
    await expect(result).not.toContainText('It was signed by this installation.');
  });
});

/** Forges a receipt: the same lines, signed with another key. */
function signedWithAnotherKey(receipt: string): string {
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
