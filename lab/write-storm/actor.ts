import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from '../../server/src/testing/browser.ts';
import type { Person } from '../../server/src/testing/factories.ts';
import type { Random } from '../../server/src/testing/random.ts';

/**
 * Ids created by one account so far. Another session may have deleted them meanwhile, so a refusal is no
 * failure.
 */
export type Belongings = Record<
  'projects' | 'milestones' | 'versions' | 'files' | 'pictures' | 'customers',
  number[]
>;

export type Actor = {
  browser: Browser;
  /** Opens a browser without a session. */
  visit: () => Browser;
  /** Signs the person in with another browser, now or some hours ago. */
  signInElsewhere: (at?: { hoursAgo: number }) => Promise<Browser>;
  /** The link to a path in the newest mail to an address, once that has been sent. */
  linkMailed: (to: string, path: string) => Promise<URL>;
  /** A customer of the account who only views, and is never deleted. */
  customer: Pick<Person, 'id' | 'browser'>;
  belongings: Belongings;
  random: Random;
  /** Part of all names this actor makes. */
  name: string;
};

export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'body'>;

/** Result of a write that was accepted but had another effect, or got no answer. */
export const NOT_DONE: Answer = { statusCode: 0, body: '' };

export function noBelongings(): Belongings {
  return { projects: [], milestones: [], versions: [], files: [], pictures: [], customers: [] };
}

/** A random thing of this kind; undefined while there are none. */
export function anyOf({ belongings, random }: Actor, kind: keyof Belongings): number | undefined {
  return random.pick(belongings[kind]);
}

/** The customer for a project: often the one who views. */
export function anyCustomer(actor: Actor): number | null {
  const others = anyOf(actor, 'customers') ?? null;
  return actor.random.below(2) ? actor.customer.id : others;
}

/** Remembers the id of a created object. */
export function keep({ belongings }: Actor, kind: keyof Belongings, answer: LightMyRequestResponse): Answer {
  if (answer.statusCode === 201) belongings[kind].push(answer.json<{ id: number }>().id);
  return answer;
}

/** Removes an id from the list, so that usually no other session deletes it. */
export function takeOut({ belongings, random }: Actor, kind: keyof Belongings): number | undefined {
  const id = random.pick(belongings[kind]);
  if (id !== undefined) belongings[kind].splice(belongings[kind].indexOf(id), 1);
  return id;
}

/** Takes steps in turn, up to the first one with an unexpected status; resolves to the last answer. */
export async function inTurn(...steps: [status: number, () => Promise<Answer>][]): Promise<Answer> {
  let answer: Answer = NOT_DONE;
  for (const [status, step] of steps) {
    answer = await step();
    if (answer.statusCode !== status) return answer.statusCode < 300 ? NOT_DONE : answer;
  }
  return answer;
}
