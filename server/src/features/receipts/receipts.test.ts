import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReceiptKeys } from '@vitrin/shared/contract/receipts.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { receiptTools } from '../../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';

let ada: Person;
let client: Person;
let project: { id: number };
let version: { id: number };

const setup = await sharedTestApp();
beforeEach(async () => {
  ({ owner: ada, customer: client, project, version } = await setup.createDelivery());
});

type Entry = { kind: string; at: string; [name: string]: unknown };
type ReceiptText = { entries: Entry[]; people: { person: string; name: string }[] };

async function receipt({ browser }: Person = ada) {
  const answer = await browser.get(`/api/projects/${project.id}/receipt/`);
  expect(answer.statusCode).toBe(200);
  return { text: answer.body, headers: answer.headers, ...answer.json<ReceiptText>() };
}

const kindsOf = ({ entries }: ReceiptText) => entries.map(({ kind }) => kind);
const download = (file: { file: string }) => client.browser.get(`${file.file}?download=1`);

test('a delivery is recorded from its files to their recipients, and the receipt verifies', async () => {
  const bytes = randomBytes(3000);
  const file = await uploadTo(ada.browser, version.id, bytes, 'ölçü.pdf');
  setup.advance(60);
  await client.browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
  setup.advance(60);
  await client.browser.get(`${file.file}?download=1`, { range: 'bytes=0-1999' });
  expect(kindsOf(await receipt())).not.toContain('downloaded');
  setup.advance(60);
  await client.browser.get(`${file.file}?download=1`, { range: 'bytes=2000-' });
  const complete = setup.context.now().toISOString();
  await receipt();
  setup.advance(60);
  await download(file);

  const { text, headers, entries, people } = await receipt();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [person] = people;
  expect(people).toEqual([expect.objectContaining({ name: client.username })]);
  expect(entries).toMatchObject([
    { kind: 'ledger_begun', project: project.id },
    { kind: 'version_ready', version: '1.0', version_id: version.id },
    { kind: 'file_added', file: 'ölçü.pdf', size: 3000, sha256 },
    { kind: 'seen', version_id: version.id, person: person?.person },
    {
      kind: 'downloaded',
      file_id: file.id,
      sha256,
      device: 'computer',
      person: person?.person,
      at: complete,
    },
  ]);
  expect(headers['content-disposition']).toContain('receipt.json');
  expect(await verifyReceipt(text, receiptTools)).toMatchObject({ isGenuine: true, entries: 5 });
  const { keys } = (await ada.browser.get('/api/receipt-keys/')).json<ReceiptKeys>();
  expect(keys).toHaveLength(1);
  expect(text).toContain(keys[0]?.public_key);
});

test('a removal is listed with the removed item', async () => {
  const file = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  await uploadTo(ada.browser, version.id, randomBytes(10), 'b.bin');
  await ada.browser.delete(`/api/files/${file.id}/`);
  await ada.browser.delete(`/api/versions/${version.id}/`);
  const delivered = await receipt();
  expect(delivered.entries.slice(2)).toMatchObject([
    { kind: 'file_added', file: 'a.bin' },
    { kind: 'file_added', file: 'b.bin' },
    { kind: 'file_removed', file: 'a.bin', size: 10 },
    { kind: 'version_removed', version: '1.0', files: 1 },
  ]);
  expect((await verifyReceipt(delivered.text, receiptTools)).isGenuine).toBe(true);
});

test('a file is listed with its hash once the hash is known', async () => {
  const { id } = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  await setup.db.updateTable('files').set({ sha256: null, crc32: null }).where('id', '=', id).execute();
  await setup.db.deleteFrom('ledger_entries').where('project_id', '=', project.id).execute();
  await setup.db.deleteFrom('ledger_heads').where('project_id', '=', project.id).execute();
  expect(kindsOf(await receipt())).toEqual(['ledger_begun', 'version_ready']);
  for (let times = 0; times < 2; times += 1) {
    const now = setup.context.now().toISOString();
    const job = { kind: 'take-checksums', payload: JSON.stringify({ file_id: id }) };
    await setup.db
      .insertInto('jobs')
      .values({ ...job, run_at: now, created_at: now })
      .execute();
    await setup.runJobs();
  }
  expect(kindsOf(await receipt())).toEqual(['ledger_begun', 'version_ready', 'file_added']);
});

describe('the ledger of a project older than ledgers', () => {
  const forget = async () => {
    await setup.db.deleteFrom('ledger_entries').where('project_id', '=', project.id).execute();
    await setup.db.deleteFrom('ledger_heads').where('project_id', '=', project.id).execute();
  };
  const kindsSince = async () => kindsOf(await receipt()).slice(1);

  test('begins before a deletion, which is recorded', async () => {
    const file = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
    await forget();
    await ada.browser.delete(`/api/files/${file.id}/`);
    expect(await kindsSince()).toEqual(['version_ready', 'file_added', 'file_removed']);
    await forget();
    await ada.browser.delete(`/api/versions/${version.id}/`);
    expect(await kindsSince()).toEqual(['version_ready', 'version_removed']);
  });

  test('begins before a download, which is recorded', async () => {
    const file = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
    await forget();
    await download(file);
    await writeDeliveries(setup.context);
    expect(await kindsSince()).toEqual(['version_ready', 'file_added', 'downloaded']);
  });

  test('begins with a version, at its time', async () => {
    await forget();
    const { created_at } = (
      await ada.browser.post('/api/versions/', { project: project.id, version_number: '2' })
    ).json<{ created_at: string }>();
    setup.advance(3600);
    expect((await receipt()).entries.at(-1)).toMatchObject({ kind: 'version_ready', at: created_at });
  });
});

test('an erased person leaves a hash, and the chain still verifies', async () => {
  const file = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  await download(file);
  expect((await receipt()).people).toHaveLength(1);
  await setup.db.updateTable('projects').set({ customer_id: null }).where('id', '=', project.id).execute();
  await setup.db.deleteFrom('users').where('id', '=', client.id).execute();
  const { text, people, entries } = await receipt();
  expect(people).toEqual([]);
  expect(text).not.toContain(client.username);
  expect(entries.at(-1)).toMatchObject({ kind: 'downloaded', person: expect.any(String) as string });
  expect((await verifyReceipt(text, receiptTools)).isGenuine).toBe(true);
});

test('a line changed in the database breaks the receipt there', async () => {
  const file = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  await download(file);
  await receipt();
  const row = setup.db.selectFrom('ledger_entries').select('line').where('project_id', '=', project.id);
  const { line } = await row.where('number', '=', 3).executeTakeFirstOrThrow();
  await setup.db
    .updateTable('ledger_entries')
    .set({ line: line.replace('a.bin', 'b.bin') })
    .where('project_id', '=', project.id)
    .where('number', '=', 3)
    .execute();
  const { text } = await receipt();
  const broken = text.split('\n').findIndex((given) => given.includes('b.bin')) + 1;
  expect(await verifyReceipt(text, receiptTools)).toEqual({ isGenuine: false, line: broken });
});

test('a deleted project leaves the signed head of its ledger and nothing else', async () => {
  const file = await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  await download(file);
  const { entries } = await receipt();
  await ada.browser.delete(`/api/projects/${project.id}/`);
  const head = await setup.db
    .selectFrom('ledger_heads')
    .select(['ledger', 'entries', 'hash', 'ended_at', 'signature'])
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(head.entries).toBe(entries.length);
  const { keys } = (await ada.browser.get('/api/receipt-keys/')).json<ReceiptKeys>();
  const text = [head.ledger, head.entries, head.hash, head.ended_at].join(' ');
  expect(await receiptTools.isSigned(text, head.signature ?? '', keys[0]?.public_key ?? '')).toBe(true);
  for (const table of ['ledger_entries', 'ledger_people'] as const) {
    const rows = setup.db.selectFrom(table).selectAll().where('project_id', '=', project.id);
    expect(await rows.execute()).toEqual([]);
  }
});

test('a ledger of more than one page is read to its end', async () => {
  await setup.db
    .insertInto('files')
    .values(
      Array.from({ length: 1100 }, (_, index) => ({
        version_id: version.id,
        owner_id: ada.id,
        name: `${index}.bin`,
        storage_key: `key-${project.id}-${index}`,
        size_bytes: 1,
        sha256: 'f'.repeat(64),
        media_type: 'application/octet-stream',
        created_at: setup.context.now().toISOString(),
      })),
    )
    .execute();
  const { text, entries } = await receipt();
  expect(entries).toHaveLength(1102);
  expect(await verifyReceipt(text, receiptTools)).toMatchObject({ isGenuine: true, entries: 1102 });
});

test('simultaneous writers make one chain', async () => {
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      await ada.browser.post('/api/versions/', { project: project.id, version_number: `${index}` });
      await uploadTo(ada.browser, version.id, randomBytes(10), `${index}.bin`);
    }),
  );
  const { text, entries } = await receipt();
  expect(entries).toHaveLength(18);
  expect(await verifyReceipt(text, receiptTools)).toMatchObject({ isGenuine: true });
});

test('a receipt names only the imports that facts of its project come from', async () => {
  const at = setup.context.now().toISOString();
  const origins: number[] = [];
  for (const freelancer of ['first-origin', 'second-origin']) {
    const origin = { owner_id: ada.id, import_id: freelancer, number: 0, freelancer, installation: null };
    const { id } = await setup.db
      .insertInto('origins')
      .values({ ...origin, brought_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    origins.push(id);
  }
  const other = await setup.createProject({ owner: ada, customer: client });
  for (const [project_id, origin_id] of [
    [project.id, origins[0]],
    [other.id, origins[1]],
  ] as const) {
    const event = { kind: 'project_opened', user_id: client.id, owner_id: ada.id, project_id } as const;
    await setup.db
      .insertInto('events')
      .values({ ...event, created_at: at, origin_id })
      .execute();
  }
  const { text } = await receipt();
  expect(JSON.parse(text)).toMatchObject({ brought: { from: [{ freelancer: 'first-origin', looks: 1 }] } });
  expect(text).not.toContain('second-origin');
  const untouched = await setup.createProject({ owner: ada });
  const { body } = await ada.browser.get(`/api/projects/${untouched.id}/receipt/`);
  expect(body).not.toContain('-origin');
});

test('only the freelancer gets a receipt', async () => {
  for (const { browser } of [
    client,
    await setup.createCustomer({ owner: ada }),
    await setup.createFreelancer(),
  ])
    expect((await browser.get(`/api/projects/${project.id}/receipt/`)).statusCode).toBe(404);
});
