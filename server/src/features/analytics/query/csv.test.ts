import { beforeAll, expect, test } from 'vitest';
import {
  askFigures as ask,
  deliveryIn,
  type DeliveryIn as Made,
  see as seeIn,
} from '../../../testing/analytics.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const delivery = (zone?: string) => deliveryIn(setup, zone);
const see = seeIn.bind(null, setup);

/** Cells of a CSV by RFC 4180; throws for a misplaced quote. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  let line: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new Error(`No cell at ${at}`);
    line.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === '\r\n') {
      lines.push(line);
      line = [];
    }
  }
  return lines;
}

test('no cell of a CSV is a formula', async () => {
  const made = await delivery();
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '="a","b"', 'plain, "quoted"\r\n=2'];
  for (const name of hostile) {
    const { id } = await setup.createFile({ version: made.version, name });
    await see(made, 'file_previewed', ['2026-10-10T10:00:00.000Z'], id);
  }
  const url = '/api/analytics/query/?measure=looks&by=file&from=2026-10-01&to=2026-10-31&format=csv';
  const response = await made.owner.browser.get(url);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('attachment');
  const [head, ...rows] = parseCsv(response.body.replace(/^\uFEFF/, ''));
  expect(head).toEqual(['file_id', 'file', 'looks']);
  expect(rows).toHaveLength(hostile.length);
  expect(new Set(rows.map((row) => row[1]))).toEqual(
    new Set(hostile.map((name) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name))),
  );
  for (const row of rows) for (const text of row) expect(text).not.toMatch(/^[=+\-@\t\r]/);
});

test('rows beyond the limit of an answer are cut, and counted in the total', async () => {
  const made = await delivery();
  const files = Array.from({ length: 5001 }, (_, index) => ({
    version_id: made.version.id,
    owner_id: made.owner.id,
    name: `f${index}`,
    storage_key: `cut-${made.version.id}-${index}`,
    size_bytes: 1,
    media_type: 'text/plain',
    created_at: '2026-10-10T10:00:00.000Z',
  }));
  for (let at = 0; at < files.length; at += 500)
    await setup.db
      .insertInto('files')
      .values(files.slice(at, at + 500))
      .execute();
  const range = 'from=2026-10-01&to=2026-10-31';
  const answer = await ask(made.owner, `measure=storage&by=file&${range}`);
  expect(answer).toMatchObject({ is_truncated: true, total: { value: 5001 } });
  expect(answer.rows).toHaveLength(5000);
  const csv = await made.owner.browser.get(
    `/api/analytics/query/?measure=storage&by=file&${range}&format=csv`,
  );
  expect(parseCsv(csv.body.replace(/^\uFEFF/, ''))).toHaveLength(5002);
});

let others: Made[];
beforeAll(async () => {
  others = [];
  for (let number = 0; number < 20; number += 1) others.push(await delivery());
});

test("a client's name is in no table of 20 other freelancers", async () => {
  const made = await delivery();
  const name = 'Xanthippe Quillfeather';
  await setup.db
    .updateTable('users')
    .set({ display_name: name })
    .where('id', '=', made.customer.id)
    .execute();
  for (const one of [made, ...others]) {
    const file = await setup.createFile({ version: one.version });
    await see(one, 'file_previewed', ['2026-11-10T10:00:00.000Z'], file.id);
  }
  const tableOf = async ({ owner }: Made, format: string) =>
    (await owner.browser.get(`/api/analytics/query/?measure=looks&by=customer,file&format=${format}`)).body;
  for (const format of ['json', 'csv']) {
    expect(await tableOf(made, format)).toContain(name);
    for (const other of others) expect(await tableOf(other, format)).not.toContain(name);
  }
});
