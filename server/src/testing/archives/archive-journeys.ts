import type { ArchiveImport, ArchiveImports } from '@vitrin/shared/contract/archives.ts';
import { layOutZip } from '@vitrin/engine/zip/zip-layout.ts';
import type { Person } from '../factories.ts';
import { listen } from '../live-server.ts';
import type { TestApp } from '../test-app.ts';
import { base64, OCTETS, TUS } from '../tus.ts';
import { crc32 } from 'node:zlib';

const servers = new WeakMap<TestApp, ReturnType<typeof listen>>();

/** A freelancer's archive of everything, downloaded. */
export async function exportArchive(setup: TestApp, { browser }: Person): Promise<Buffer> {
  const server = servers.get(setup) ?? listen(setup.app);
  servers.set(setup, server);
  const begun = await browser.post('/api/export/');
  if (begun.statusCode !== 201) throw new Error(begun.body);
  await setup.runJobs();
  const { status, body } = await (await server).send(browser, 'GET', '/api/export/archive/');
  if (status !== 200) throw new Error(body.toString());
  return body;
}

/** Opens the upload of an archive; resolves to the answer, even if it is a refusal. */
export function openImport({ browser }: Person, length: number) {
  return browser.post('/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(length),
    'upload-metadata': `filename ${base64('all.zip')},archive`,
  });
}

/** Sends an archive and has it checked; returns the import as its freelancer sees it then. */
export async function sendArchive(setup: TestApp, person: Person, archive: Buffer): Promise<ArchiveImport> {
  const opened = await openImport(person, archive.length);
  if (opened.statusCode !== 201) throw new Error(opened.body);
  const url = String(opened.headers['location']);
  if (archive.length > 0) {
    const half = Math.ceil(archive.length / 2);
    for (const [offset, payload] of [
      [0, archive.subarray(0, half)],
      [half, archive.subarray(half)],
    ] as const)
      await person.browser.request({
        method: 'PATCH',
        url,
        payload,
        headers: { ...OCTETS, 'upload-offset': String(offset) },
      });
  }
  await setup.runJobs();
  return newestImport(person);
}

export async function newestImport({ browser }: Person, language = 'en'): Promise<ArchiveImport> {
  const answer = await browser.get('/api/imports/', { 'accept-language': language });
  const [newest] = answer.json<ArchiveImports>().results;
  if (!newest) throw new Error('There is no import');
  return newest;
}

/** Imports an archive that passed the check. */
export async function importAndWait(setup: TestApp, person: Person, id: string, again?: boolean) {
  const answer = await person.browser.post(`/api/imports/${id}/bring/`, again === undefined ? {} : { again });
  if (answer.statusCode !== 204) throw new Error(answer.body);
  await setup.runJobs();
  return newestImport(person);
}

/** An archive with these entries, laid out like those of the product. */
export async function archiveOf(
  entries: readonly (readonly [name: string, bytes: Buffer])[],
): Promise<Buffer> {
  const modified = new Date('2026-11-20T10:00:00Z');
  const layout = await layOutZip(
    entries.map(([name, bytes]) => ({ name, size: bytes.length, crc32: crc32(bytes), modified })),
  );
  return Buffer.concat(
    layout.segments.map((segment) =>
      'bytes' in segment ? segment.bytes : (entries[segment.file]?.[1] ?? Buffer.alloc(0)),
    ),
  );
}
