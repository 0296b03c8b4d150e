import { expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { base64, createTusUser } from '../../testing/tus.ts';
import { type FormPart, listedFile, postForm, uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { unzip } from '@vitrin/engine/testing/unzip.ts';

const setup = await sharedTestApp();

const GIVEN = '2024-03-05T17:31:41+03:00';
const KEPT = '2024-03-05T14:31:40.000Z';
const bytes = Buffer.from('x');

test.each([true, false])('a form keeps the date of its file, the field before it: %s', async (isFirst) => {
  const { customer, owner, project, version } = await setup.createDelivery();
  const date: FormPart = ['modified_at', GIVEN];
  const file: FormPart = ['file', bytes, 'a.txt'];
  const parts = isFirst ? [date, file] : [file, date];
  const made = await postForm(owner.browser, ['version', String(version.id)], ...parts);
  const { id, modified_at } = made.json<ProjectFile>();
  expect(modified_at).toBe(KEPT);
  expect((await listedFile(customer.browser, version.id, id)).modified_at).toBe(KEPT);
  const whole = (await customer.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect(whole.versions[0]?.files[0]?.modified_at).toBe(KEPT);
});

test('a resumable upload keeps the date of its file, and reports it while it is under way', async () => {
  const { customer, owner, version } = await setup.createDelivery();
  const tus = createTusUser(setup, owner, version.id);
  const created = await tus.create(1, { more: `,modified_at ${base64(GIVEN)}` });
  const url = String(created.headers['location']);
  const { headers } = await tus.head(url);
  expect(headers['upload-metadata']).toContain(`,modified_at ${base64('2024-03-05T14:31:41.000Z')}`);
  const last = await tus.patch(url, 0, bytes);
  const file = await listedFile(customer.browser, version.id, Number(last.headers['vitrin-file-id']));
  expect(file.modified_at).toBe(KEPT);
});

test('a future date becomes the time of arrival, and one before 1980 is not kept', async () => {
  const { owner, version } = await setup.createDelivery();
  const kept = async (date: string) =>
    (await uploadTo(owner.browser, version.id, bytes, 'a.txt', ['modified_at', date])).modified_at;
  expect(await kept('2031-01-01T00:00:00Z')).toBe('2026-11-20T10:00:00.000Z');
  expect(await kept('1970-01-01T00:00:00Z')).toBeNull();
});

test.each(['yesterday', '2024-03-05', '', 'x'.repeat(65_536)])(
  'an invalid date is refused at its field, and nothing is kept of the file (%#)',
  async (date) => {
    const { owner, version } = await setup.createDelivery();
    const made = await postForm(
      owner.browser,
      ['version', String(version.id)],
      ['file', bytes, 'a.txt'],
      ['modified_at', date],
    );
    expect([made.statusCode, Object.keys(made.json<object>())]).toEqual([400, ['modified_at']]);
    const tus = createTusUser(setup, owner, version.id);
    // A header has at most 16 KB.
    const created = await tus.create(1, { more: `,modified_at ${base64(date.slice(0, 9000))}` });
    expect([created.statusCode, Object.keys(created.json<object>())]).toEqual([400, ['modified_at']]);
    const listed = await owner.browser.get(`/api/files/?version=${version.id}`);
    expect(listed.json()).toMatchObject({ count: 0 });
    expect(await tus.reserved()).toBe(0);
  },
);

test('a zip has the dates of its files, in UTC, or the time of arrival for files without one', async () => {
  const { customer, owner, version } = await setup.createDelivery();
  await uploadTo(owner.browser, version.id, bytes, 'dated.txt', ['modified_at', GIVEN]);
  await uploadTo(owner.browser, version.id, bytes, 'plain.txt');
  const { rawPayload } = await customer.browser.get(`/api/versions/${version.id}/zip/`);
  expect(await unzip('-tq', rawPayload)).toContain('No errors');
  const listing = (await unzip('-Zv', rawPayload)).replaceAll(/ +/g, ' ');
  const dates = listing.matchAll(/\(UT extra field modtime\): (.*) UTC/g);
  expect(Array.from(dates, ([, date]) => date)).toEqual(['2024 Mar 5 14:31:40', '2026 Nov 20 10:00:00']);
});

test('a name keeps the text before a backslash; in a zip the backslash becomes a line', async () => {
  const { customer, owner, version } = await setup.createDelivery();
  const tus = createTusUser(setup, owner, version.id);
  await tus.create(0, { name: String.raw`AC\DC.txt` });
  const form = await uploadTo(owner.browser, version.id, bytes, String.raw`B\W.txt`);
  expect(form.name).toBe(String.raw`B\W.txt`);
  await setup.runJobs();
  const { rawPayload } = await customer.browser.get(`/api/versions/${version.id}/zip/`);
  expect((await unzip('-Z1', rawPayload)).trim().split('\n')).toEqual(['AC_DC.txt', 'B_W.txt']);
});
