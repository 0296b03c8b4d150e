import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { giveBillingDetails } from '@vitrin/server/testing/checkout/billing.ts';
import { buyInSandbox } from '@vitrin/server/testing/checkout/sandbox.ts';
import { PRO } from '@vitrin/server/testing/checkout/stripe-app.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from './commands.ts';

const setup = await sharedTestApp({
  INVOICES: 'file',
  COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
  COMPANY_ADDRESS: 'Moda Caddesi 1',
  COMPANY_TAX_OFFICE: 'Kadıköy',
  COMPANY_TAX_NUMBER: '1234567890',
  RATE_LIMITS: 'off',
});
const run = (...words: string[]) => runCommand(setup.context, words);
const today = () => setup.context.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Istanbul' });

test('a month is written for the accountant: XML and PDF of each, and a table without formulas', async () => {
  const ada = await setup.createFreelancer();
  await giveBillingDetails(ada, { name: '=HYPERLINK("https://evil.example","x")' });
  await buyInSandbox(setup, ada, PRO);
  const eve = await setup.createFreelancer();
  await giveBillingDetails(eve);
  await buyInSandbox(setup, eve, PRO);
  const [, missing] = await setup.db.selectFrom('invoices').select('id').orderBy('id').execute();
  await setup.db
    .updateTable('invoices')
    .set({ document: null, made_at: null })
    .where('id', '=', missing?.id ?? 0)
    .execute();
  const folder = join(temporaryFolder(), 'month');
  const said = await run('invoices', 'export', folder, '--from', today(), '--through', today());
  expect(said).toMatch(/^1 invoice is in .+, with invoices\.csv\. Not made yet: DRAFT-\d+\.$/);
  const names = readdirSync(folder).toSorted();
  expect(names).toEqual([
    expect.stringMatching(/^DRAFT-\d+\.pdf$/),
    expect.stringMatching(/^DRAFT-\d+\.xml$/),
    'invoices.csv',
  ]);
  expect(readFileSync(join(folder, names[0] ?? ''), 'latin1').slice(0, 5)).toBe('%PDF-');
  const table = readFileSync(join(folder, 'invoices.csv'), 'utf8');
  expect(table.split('\r\n')).toHaveLength(4);
  expect(table).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
  expect(table).toContain('"24.17","20","4.83","29.00","USD","0.00"');
});

test('days without invoices are reported, and an invalid day is refused', async () => {
  expect(await run('invoices', 'list', '--from', '2020-01-01', '--through', '2020-01-31')).toBe(
    'There are no invoices of these days.',
  );
  await expect(run('invoices', 'list', '--from', '2020-02-01', '--through', '2020-01-31')).rejects.toThrow(
    'in this order',
  );
  await expect(run('invoices', 'export', '--from', 'x', '--through', 'y')).rejects.toThrow(
    'folder is missing',
  );
});
