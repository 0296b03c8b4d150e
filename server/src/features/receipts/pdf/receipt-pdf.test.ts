import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { formBody, uploadTo } from '../../../testing/forms.ts';
import { pagesOf } from '../../../testing/ledger/pdf-pages.ts';
import { drawn } from '../../../testing/pictures.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { noteDelivery } from '../../deliveries/service.ts';
import { makePdf } from './make-pdf.ts';
import { createSummary } from './receipt-summary.ts';

const setup = await sharedTestApp();

test('a receipt is readable, in Turkish with its letters', async () => {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, randomBytes(1234), 'Çalışma ğüşiöçİı.pdf');
  await customer.browser.get(`${file.file}?download=1`);
  const address = `/api/projects/${project.id}/receipt/?format=pdf&language=tr`;
  const { statusCode, headers, rawPayload } = await owner.browser.get(address);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const [text = ''] = await pagesOf(rawPayload);
  for (const words of [
    'Teslim belgesi',
    'Çalışma ğüşiöçİı.pdf',
    '1.234 bayt',
    `Tamamını indiren: ${customer.username}`,
    'Bu belge neyi kanıtlamaz',
    'anahtarının sonradan geri çekilip çekilmediğini de bu doğrulama söyler.',
    'Sayfa 1 / 1',
  ])
    expect(text).toContain(words);
  expect((await customer.browser.get(address)).statusCode).toBe(404);
  expect((await (await setup.createFreelancer()).browser.get(address)).statusCode).toBe(404);
  expect((await owner.browser.get(address.replace('=tr', '=xx'))).statusCode).toBe(400);
});

test('a receipt begins with the logo and the name of its freelancer', async () => {
  const { owner, project } = await setup.createDelivery();
  const address = `/api/projects/${project.id}/receipt/?format=pdf`;
  const countImages = (bytes: Buffer) => bytes.toString('latin1').split('/Subtype /Image').length - 1;
  const plain = await owner.browser.get(address);
  await owner.browser.patch('/api/face/', { display_name: 'Stüdyo Ada' });
  await owner.browser.request({
    method: 'POST',
    url: '/api/face/logo/',
    ...formBody(['logo', await drawn(), 'logo.png']),
  });
  const { statusCode, rawPayload } = await owner.browser.get(address);
  expect(statusCode).toBe(200);
  expect((await pagesOf(rawPayload))[0]).toContain(`Stüdyo Ada (${owner.username})`);
  expect([countImages(plain.rawPayload), countImages(rawPayload)]).toEqual([0, 1]);
});

test('an unreadable logo that an earlier release stored unchanged is left out of a receipt', async () => {
  const { owner, project } = await setup.createDelivery();
  await owner.browser.request({
    method: 'POST',
    url: '/api/face/logo/',
    ...formBody(['logo', await drawn(), 'logo.png']),
  });
  const face = setup.db.selectFrom('faces').select('logo_key').where('owner_id', '=', owner.id);
  const { logo_key } = await face.executeTakeFirstOrThrow();
  const broken = Buffer.concat([(await drawn()).subarray(0, 60), Buffer.alloc(100, 1)]);
  await setup.context.storage.write(logo_key ?? '', bytesOf(broken));
  await setup.db
    .updateTable('faces')
    .set({ logo_bytes: broken.length })
    .where('logo_key', '=', logo_key)
    .execute();
  const { statusCode, rawPayload } = await owner.browser.get(
    `/api/projects/${project.id}/receipt/?format=pdf`,
  );
  expect(statusCode).toBe(200);
  expect(rawPayload.toString('latin1')).not.toContain('/Subtype /Image');
  expect((await pagesOf(rawPayload))[0]).toContain(owner.username);
});

test('a ledger of any length gives at most 20 pages and 1 MB, and states what is left out', async () => {
  const sum = createSummary([]);
  const add = (fact: Record<string, unknown>) =>
    sum.addLine(JSON.stringify({ at: '2026-11-20T10:00:00.000Z', ...fact }));
  add({ kind: 'version_ready', version: '1.0', version_id: 1 });
  for (let file_id = 1; file_id <= 5000; file_id += 1) {
    const sha256 = randomBytes(32).toString('hex');
    const name = `${file_id} ${'uzun ad '.repeat(30)}`.slice(0, 250);
    add({ kind: 'file_added', file: name, file_id, version_id: 1, size: file_id, sha256 });
    for (const device of ['phone', 'tablet', 'computer'])
      add({ kind: 'downloaded', file: name, file_id, sha256, person: 'gone', device });
  }
  const bytes = await makePdf('somebody', {
    language: 'en',
    project: 'W'.repeat(200),
    freelancer: 'w'.repeat(150),
    made_at: '2026-11-20T10:00:00.000Z',
    ledger: 'ledger',
    entries: 20_001,
    head: 'the head',
    stamp: { entries: 20_000, at: '2026-11-20T09:00:00.000Z' },
    address: 'http://localhost/verify',
    brought: [],
    summary: sum.summary(),
  });
  const pages = await pagesOf(bytes);
  expect(pages.length).toBe(20);
  expect(bytes.length).toBeLessThan(1_000_000);
  const shown = pages.join(' ').match(/SHA-256 [0-9a-f]{64}/g)?.length ?? 0;
  expect(pages.at(-1)).toContain(`${5000 - shown} more files`);
  expect(pages.at(-1)).toContain('What this does not prove');
  expect(pages[0]).toContain('a deleted person');
  expect(pages[0]).toContain('A time-stamping authority confirmed the first 20000 entries');
});

test.each([
  [
    'en',
    /Handed to the store for \S+, .+, computer: how much arrived is unknown/,
    'Not downloaded completely',
  ],
  [
    'tr',
    /\S+ için depoya yönlendirildi, .+, bilgisayar: ne kadarının ulaştığı bilinmiyor/,
    'Tamamı indirilmedi',
  ],
] as const)(
  'a file that the store was asked to send is not called downloaded, in %s',
  async (language, line, own) => {
    const { owner, customer, project, version } = await setup.createDelivery();
    const file = await uploadTo(owner.browser, version.id, randomBytes(9), 'a.bin');
    const ids = { owner_id: owner.id, project_id: project.id, version_id: version.id, file_id: file.id };
    noteDelivery(setup.context, customer, owner.id, undefined)?.({ ...ids, size_bytes: 9 }, 'store');
    const address = `/api/projects/${project.id}/receipt/?format=pdf&language=${language}`;
    const [text = ''] = await pagesOf((await owner.browser.get(address)).rawPayload);
    expect(text).toMatch(line);
    expect(text).toContain(own);
    expect(text).not.toMatch(/Downloaded completely|Tamamını indiren/);
  },
);
