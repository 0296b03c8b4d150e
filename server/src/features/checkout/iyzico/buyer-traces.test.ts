import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Checkout } from '@vitrin/shared/contract/payments/checkout.ts';
import { registerFreelancer } from '../../../../../test-kit/accounts.ts';
import {
  type FakeIyzico,
  IYZICO_KEYS,
  startFakeIyzico,
} from '../../../../../test-kit/fake-iyzico/fake-iyzico.ts';
import { type Product, startProduct } from '../../../../../test-kit/product.ts';
import { BUYER } from '../../../testing/checkout/iyzico-app.ts';
import { PRO } from '../../../testing/checkout/stripe-app.ts';
import { type FreshDatabase, freshDatabase } from '../../../testing/database/fresh-database.ts';
import { startCollector } from '../../../testing/tracing/collector.ts';

/** Address of the buyer's network, which no other call than the checkout comes from. */
const BUYERS_NETWORK = '198.51.100.77';
const NEEDLES = [
  BUYERS_NETWORK,
  BUYER.identity_number,
  BUYER.phone,
  BUYER.phone.slice(1),
  BUYER.address,
  BUYER.surname,
];
const INITIALIZE = 'POST /v2/subscription/checkoutform/initialize';

let given: FreshDatabase;
let collector: Awaited<ReturnType<typeof startCollector>>;
let iyzico: FakeIyzico;
let product: Product;
let token: string;
let customer: Record<string, unknown> | undefined;
let statuses: number[];

/** A server that logs and traces everything: one checkout is paid and three fail, refused, cut off or malformed. */
beforeAll(async () => {
  given = await freshDatabase();
  collector = await startCollector();
  iyzico = await startFakeIyzico();
  product = await startProduct({
    env: {
      IYZICO_API_KEY: IYZICO_KEYS.apiKey,
      IYZICO_SECRET_KEY: IYZICO_KEYS.secretKey,
      IYZICO_API_BASE: iyzico.apiBase,
      IYZICO_PAYMENT_PAGE: 'https://cpp.iyzico.test',
      LOG_LEVEL: 'trace',
      TRUST_PROXY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...(given.databaseUrl !== undefined && {
        DATABASE_URL: given.databaseUrl,
        SECRET_KEY: 't'.repeat(64),
      }),
    },
  });
  const ada = await registerFreelancer(product, 'buyer-of-traces');
  const buy = (buyer: object) =>
    ada.call(
      'POST',
      '/api/checkout/checkout/',
      { subscription_plan: PRO, buyer },
      { 'x-forwarded-for': BUYERS_NETWORK },
    );

  const paid = await buy(BUYER);
  token = (paid.body as Checkout).token;
  const [form] = iyzico.forms.values();
  customer = form?.customer;
  iyzico.failingCalls.add(INITIALIZE);
  const refused = await buy(BUYER);
  iyzico.failingCalls.clear();
  iyzico.lostAnswers.add(INITIALIZE);
  const cutOff = await buy(BUYER);
  const illFormed = await buy({ ...BUYER, city: '' });
  statuses = [paid, refused, cutOff, illFormed].map(({ status }) => status);

  iyzico.pay(form?.token ?? '');
  await ada.expectCall(200, 'POST', '/api/checkout/verify/', { token });
  await product.stop();
});

afterAll(async () => {
  await product.remove();
  await iyzico.close();
  collector.close();
  await given.db.destroy();
  await given.dropDatabase();
});

const missed = (bytes: Buffer | string) => NEEDLES.filter((needle) => bytes.includes(needle));

/** Every file of the folder, the database file and its log among them. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name)));

async function rowsOnPostgres(): Promise<string> {
  const tables = await given.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`select ${sql.table(name)}::text as row from ${sql.table(name)}`.execute(given.db),
    ),
  );
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
}

test('the buyer reaches iyzico, and its failures are refusals', () => {
  expect(statuses).toEqual([200, 503, 503, 400]);
  expect(customer).toMatchObject({ identityNumber: BUYER.identity_number, gsmNumber: BUYER.phone });
});

test('nothing about the buyer is in the database or in any other file of the installation', async () => {
  const kept = filesOf(product.dataDir);
  if (given.databaseUrl !== undefined) kept.push(Buffer.from(await rowsOnPostgres()));
  expect(kept.filter((bytes) => bytes.includes(token))).not.toEqual([]);
  expect(kept.flatMap(missed)).toEqual([]);
});

test('nothing about the buyer is in the log, at its most verbose level', () => {
  expect(product.log()).toContain('/api/checkout/checkout/');
  expect(missed(product.log())).toEqual([]);
});

test('nothing about the buyer is in a trace', () => {
  const sent = collector.texts.join('\n');
  expect(sent).toContain('POST /api/checkout/checkout/');
  expect(missed(sent)).toEqual([]);
});
