import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import type { OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import type { Browser } from '../browser.ts';
import type { TestApp } from '../test-app.ts';
import { unzip } from '@vitrin/engine/testing/unzip.ts';

/** Time at which the copies of tests are taken. */
export const TAKEN = '2026-11-20T09:30:00.000Z';

/** A project, and the address of a copy of it. */
export async function projectToTake(setup: TestApp, of: Parameters<TestApp['createProject']>[0]) {
  const project = await setup.createProject({ name: 'Çay', ...of });
  return { project, url: `/api/projects/${project.id}/offline/?taken=${TAKEN}` };
}

type Entries = Map<string, { bytes: Buffer; crc: number }>;

/** The files of a project's offline copy, by their names, once unzip has found no fault in the archive. */
export async function filesIn(browser: Browser, url: string): Promise<Entries> {
  const { statusCode, rawPayload } = await browser.get(url);
  expect(statusCode).toBe(200);
  expect(await unzip('-tq', rawPayload)).toContain('No errors');
  return entriesOf(rawPayload);
}

/** Data that the page was rendered from. */
export function renderedIn(entries: Entries): OfflineCopy {
  const html = entries.get('index.html')?.bytes.toString() ?? '';
  return JSON.parse(html.slice('<p>'.length, html.indexOf('</p>'))) as OfflineCopy;
}

/** Data that the scripts of the page read. */
export function dataIn(entries: Entries): OfflineCopy {
  const script = entries.get('offline/data.js')?.bytes.toString() ?? '';
  const scope = { vitrinCopy: undefined as unknown };
  runInNewContext(script, scope);
  // Objects of another context do not equal ours.
  return JSON.parse(JSON.stringify(scope.vitrinCopy)) as OfflineCopy;
}

/** Returns the files of an archive without compression by their names, with the checksums in it. */
function entriesOf(archive: Buffer): Entries {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const entries: Entries = new Map();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const size = archive.readUInt32LE(at + 24);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    entries.set(name, { bytes: archive.subarray(start, start + size), crc: archive.readUInt32LE(at + 16) });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
