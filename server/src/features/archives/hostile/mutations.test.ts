import { expect, test } from 'vitest';
import type { ArchiveImport } from '@vitrin/shared/contract/archives.ts';
import { newestImport, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { leftOf } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { mutated } from '../../../testing/archives/mutated-archive.ts';

const AMOUNT = Number(process.env['VITRIN_MUTATED_ARCHIVES'] ?? 20);
const MILLISECONDS_EACH = 20_000;

const { setup, archive, entries } = await hostileArchives();

/** Sends an archive and imports it if it passes the check; returns the outcome. */
async function ending(bytes: Buffer): Promise<ArchiveImport> {
  const person = await setup.createFreelancer();
  const found = await sendArchive(setup, person, bytes);
  if (found.state === 'ready') {
    const { statusCode } = await person.browser.post(`/api/imports/${found.id}/bring/`, {});
    expect(statusCode).toBe(204);
    await setup.runJobs();
    // Thumbnails are drawn in processes of their own, which takes long.
    await setup.db.deleteFrom('jobs').where('kind', '=', 'make-thumbnail').execute();
  }
  const ended = await newestImport(person);
  const [projects, ...left] = await leftOf(setup, person);
  expect(left).toEqual([0, 0, 0]);
  expect(projects === 0 || ended.state === 'done').toBe(true);
  return ended;
}

test(
  `each of ${AMOUNT} changed archives is imported or refused with a sentence, and leaves nothing else`,
  async () => {
    const states = { done: 0, refused: 0 };
    for (let seed = 1; seed <= AMOUNT; seed += 1) {
      const { state, problem } = await ending(await mutated(archive, entries, seed));
      expect([seed, state, problem]).toEqual(
        state === 'done'
          ? [seed, 'done', null]
          : [seed, 'refused', expect.stringMatching(/^.+\.$/) as string],
      );
      states[state === 'done' ? 'done' : 'refused'] += 1;
    }
    expect(Math.min(states.done, states.refused)).toBeGreaterThan(0);
    expect(setup.logs).toEqual([]);
  },
  AMOUNT * MILLISECONDS_EACH,
);
