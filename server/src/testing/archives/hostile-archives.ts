import { expect } from 'vitest';
import { sharedTestApp } from '../shared-test-app.ts';
import { importAndWait, newestImport, sendArchive, exportArchive } from './archive-journeys.ts';
import { changed as changedOf, entriesOf, type Entry, leftOf, settle } from './changed-archive.ts';
import { createFullFreelancer } from './full-freelancer.ts';

/** For a test file: an application, an archive that it made, and functions that change it. */
export async function hostileArchives(...options: Parameters<typeof sharedTestApp>) {
  const setup = await sharedTestApp({ RATE_LIMITS: 'off', ...options[0] });
  const { owner } = await createFullFreelancer(setup);
  const archive = await exportArchive(setup, owner);
  const entries = await entriesOf(archive);

  const changed = (change: (all: Entry[]) => Entry[], manifest?: (text: string) => string) =>
    changedOf(entries, change, manifest);
  const withData = (change: (text: string) => string) =>
    changed((all) =>
      all.map(([name, bytes]): Entry => [
        name,
        name === 'data.jsonl' ? Buffer.from(change(String(bytes))) : bytes,
      ]),
    );
  const replaced = (from: RegExp | string, to: string) => withData((text) => text.replace(from, to));
  const keys = async () =>
    (await Array.fromAsync(setup.context.storage.list())).map(({ key }) => key).toSorted();

  /** Sends an archive, imports it if it passes the check, and expects it to leave nothing but a sentence. */
  const expectRefusal = async (bytes: Buffer, sentence: RegExp) => {
    const person = await setup.createFreelancer();
    // Jobs left by the test before change the store.
    await settle(setup);
    const before = await keys();
    let found = await sendArchive(setup, person, bytes);
    if (found.state === 'ready') found = await importAndWait(setup, person, found.id);
    expect([found.state, found.problem]).toEqual(['refused', expect.stringMatching(sentence)]);
    expect((await newestImport(person, 'tr')).problem).not.toBe(found.problem);
    expect(await leftOf(setup, person)).toEqual([0, 0, 0, 0]);
    expect(await keys()).toEqual(before);
  };
  return { setup, owner, archive, entries, changed, withData, replaced, keys, expectRefusal };
}
