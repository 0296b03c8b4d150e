import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { expect } from 'vitest';
import { readOutbox } from '../../test-kit/outbox.ts';
import { OCTETS, TUS } from '../../server/src/testing/tus.ts';
import { type OpenDisk, openDisk } from './open-disk.ts';
import { nameOf, type RecordedRun, type RecordedUpload } from './recorded-run.ts';

/** Throws unless everything answered before event `cut` is on the disk at `dataDir` and correct. */
export async function checkDisk(run: RecordedRun, cut: number, dataDir: string): Promise<void> {
  const wasAnswered = ({ at }: { at: number }) => at < cut;
  checkOutbox(run, dataDir);
  const disk = await openDisk(dataDir, run.cookies);
  try {
    const wasSignedIn = run.signedInAt < cut;
    if (wasSignedIn || run.signUps.some(wasAnswered))
      expect(disk.config.secretKey, 'the key').toBe(keyOf(run.dataDir, 'secret'));
    if (wasSignedIn) {
      expect(disk.config.receiptKey, 'the key of receipts').toBe(keyOf(run.dataDir, 'receipt-1'));
      for (const project of run.projects.filter(wasAnswered))
        expect(await statusOf(disk, `/api/projects/${project.id}/`), `project ${project.name}`).toBe(200);
      for (const { id } of run.deleted.filter(wasAnswered))
        expect(await statusOf(disk, `/api/files/${id}/content/`), 'a deleted file').toBe(404);
      for (const upload of run.uploads) await checkUpload(disk, upload, cut);
    }
    await disk.runJobs();
    if (wasAnswered(run.version)) await checkFiles(run, disk, cut);
    await checkMails(disk, run.signUps.filter(wasAnswered));
  } finally {
    await disk.close();
  }
}

function keyOf(dataDir: string, name: string): string {
  return readFileSync(join(dataDir, `${name}.key`), 'utf8').trim();
}

async function statusOf({ browser }: OpenDisk, address: string): Promise<number> {
  return (await browser.get(address)).statusCode;
}

/** Expects every mail under its final name to be complete. */
function checkOutbox({ outboxes }: RecordedRun, dataDir: string): void {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((found) => !found.startsWith('.'))) {
    const originals = outboxes.map((outbox) => join(outbox, name)).filter((mail) => existsSync(mail));
    const mail = readFileSync(join(folder, name));
    expect(
      originals.some((original) => readFileSync(original).equals(mail)),
      `the mail ${name}`,
    ).toBe(true);
  }
}

/** Expects an upload to go on at the last answered offset, or later, and to become a file with the right bytes. */
async function checkUpload({ browser, live }: OpenDisk, upload: RecordedUpload, cut: number): Promise<void> {
  const { url, bytes } = upload;
  const name = `the upload of ${bytes.length} bytes`;
  const head = await browser.request({ method: 'HEAD', url, headers: TUS });
  if (head.statusCode === 404 && upload.createdAt >= cut) return;
  // Before its creation was answered, its row may be durable and its file not.
  if (head.statusCode === 410 && upload.createdAt >= cut) return;
  expect(head.statusCode, `${name} is known`).toBe(200);
  const answered = upload.answered.findLast(({ at }) => at < cut)?.offset ?? 0;
  const offset = Number(head.headers['upload-offset']);
  expect(offset, `the offset of ${name}`).toBeGreaterThanOrEqual(answered);
  let fileId = head.headers['vitrin-file-id'];
  if (fileId === undefined) {
    const headers = { ...OCTETS, 'upload-offset': String(offset) };
    const rest = await live.send(browser, 'PATCH', url, headers, bytes.subarray(offset));
    expect(rest.status, `the rest of ${name}`).toBe(204);
    fileId = rest.headers['vitrin-file-id'];
  }
  const content = await live.send(browser, 'GET', `/api/files/${String(fileId)}/content/`);
  expect(content.body.equals(bytes), `the bytes of ${name}`).toBe(true);
}

/** Expects every listed file to have its bytes and their checksums, and every answered file to be listed. */
async function checkFiles(run: RecordedRun, { browser, db }: OpenDisk, cut: number): Promise<void> {
  const rows = await db.selectFrom('files').select(['id', 'name', 'sha256', 'crc32']).execute();
  // Their content has been compared by checkUpload.
  const uploaded = new Map(run.uploads.map((upload) => [nameOf(upload), upload.bytes]));
  for (const { id, name, sha256, crc32: sum } of rows) {
    const content = uploaded.get(name) ?? (await browser.get(`/api/files/${id}/content/`)).rawPayload;
    expect([sha256, sum], `the checksums of ${name}`).toEqual(checksumsOf(content));
    const sent = run.files.get(name)?.bytes;
    if (sent) expect(content.equals(sent), `the bytes of ${name}`).toBe(true);
  }
  const { results } = (await browser.get(`/api/files/?version=${run.version.id}&page_size=100`)).json<{
    results: ProjectFile[];
  }>();
  const listed = new Set(results.map(({ name }) => name));
  for (const [name, { at }] of run.files)
    if (at < cut) expect(listed.has(name), `${name} is listed`).toBe(true);
}

const checksums = new WeakMap<Buffer, [sha256: string, crc32: number]>();

/** Taken once of the bytes of each upload, which may be many. */
function checksumsOf(bytes: Buffer): [sha256: string, crc32: number] {
  const sums = checksums.get(bytes) ?? [createHash('sha256').update(bytes).digest('hex'), crc32(bytes)];
  checksums.set(bytes, sums);
  return sums;
}

/** Expects a mail with a working link for everybody who signed up; a second one may be sent. */
async function checkMails({ browser, config }: OpenDisk, signUps: RecordedRun['signUps']): Promise<void> {
  const mails = await readOutbox(config.dataDir);
  for (const { email } of signUps) {
    const link = mails.find(({ to }) => to === email)?.links[0];
    expect(link, `a link for ${email}`).toBeDefined();
    const key = new URL(link ?? '').searchParams.get('key');
    const url = '/_allauth/browser/v1/auth/email/verify';
    const answer = await browser.request({
      method: 'GET',
      url,
      headers: { 'x-email-verification-key': key ?? '' },
    });
    expect(answer.statusCode, `the link for ${email}`).toBe(200);
  }
}
