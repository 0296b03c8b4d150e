import { vi } from 'vitest';
import { createSession } from '../../server/src/features/auth/access.ts';
import { grantPlan } from '../../server/src/features/checkout/service.ts';
import type { Person } from '../../server/src/testing/factories.ts';
import type { TestApp } from '../../server/src/testing/test-app.ts';
import { type Actor, noBelongings } from './actor.ts';
import { createRandom } from '../../server/src/testing/random.ts';
import type { Write } from './write.ts';
import { WRITES } from './writes.ts';

const SESSIONS_OF_ONE = 8;
const OTHER_ACCOUNTS = 8;
const JOBS_MILLISECONDS = 20;
const MAIL_PATIENCE = { interval: 20, timeout: 60_000 };

type Outcome = {
  accounts: Person[];
  /** Number of answers by kind of write and status. */
  statuses: Record<string, Record<number, number>>;
  /** Answers with status 500 and above, each with the request. */
  failures: string[];
};

/**
 * Writes `count` times at once, by eight sessions of one account and eight more accounts, in an order that depends on
 * `seed` and on timing. Jobs run meanwhile.
 */
export async function runWriteStorm(setup: TestApp, count: number, seed: number): Promise<Outcome> {
  const { accounts, actors } = await createActors(setup, seed);
  const outcome: Outcome = { accounts, statuses: {}, failures: [] };
  const deck = Object.entries(WRITES).flatMap(([kind, { often, write }]) =>
    Array.from({ length: often }, () => ({ kind, write })),
  );
  let left = count;
  const act = async (actor: Actor) => {
    while (left > 0) {
      const card = actor.random.pick(deck);
      if (card && (await play(actor, card, outcome))) left -= 1;
    }
  };
  const runs: Promise<number>[] = [];
  const jobs = setInterval(() => runs.push(setup.runJobs()), JOBS_MILLISECONDS);
  await Promise.all(actors.map(act)).finally(() => clearInterval(jobs));
  await Promise.all(runs);
  await setup.runJobs();
  return outcome;
}

/** Makes one write; false when there was nothing to write to. */
async function play(
  actor: Actor,
  { kind, write }: { kind: string; write: Write },
  { statuses, failures }: Outcome,
): Promise<boolean> {
  const answer = await write(actor);
  if (!answer) return false;
  const { statusCode, body } = answer;
  const counts = (statuses[kind] ??= {});
  counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  if (statusCode >= 500) failures.push(`${kind}: ${statusCode} ${body}`);
  return true;
}

async function createActors(setup: TestApp, seed: number) {
  const accounts: Person[] = [];
  const actors: Actor[] = [];
  for (let index = 0; index <= OTHER_ACCOUNTS; index += 1) {
    const person = await setup.createFreelancer();
    accounts.push(person);
    const customer = await setup.createCustomer({ owner: person });
    const belongings = noBelongings();
    const sessions = index === 0 ? SESSIONS_OF_ONE : 1;
    if (index === 0) await grantPlan(setup.context, person.id, 'pro', '2027-11-20T10:00:00.000Z');
    for (let session = 0; session < sessions; session += 1) {
      const signInElsewhere = async ({ hoursAgo } = { hoursAgo: 0 }) => {
        const origin = { ip: '127.0.0.1', userAgent: 'storm' };
        const now = () => new Date(setup.context.now().getTime() - hoursAgo * 3_600_000);
        // Signed in long ago, but confirmed just now: the storm changes addresses.
        const methods = [{ method: 'password', at: setup.context.now().getTime() / 1000 }];
        const state = JSON.stringify({ methods });
        return setup.createBrowser(
          await createSession({ ...setup.context, now }, person.id, origin, { state }),
        );
      };
      actors.push({
        browser: await signInElsewhere(),
        visit: () => setup.createBrowser(),
        signInElsewhere,
        // Other jobs may be sending the mail at this moment.
        linkMailed: (to, path) => vi.waitFor(() => setup.mailedLink(to, path), MAIL_PATIENCE),
        customer,
        belongings,
        random: createRandom(seed + actors.length),
        name: `actor${actors.length}`,
      });
    }
  }
  return { accounts, actors };
}
