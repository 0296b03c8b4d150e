import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from '../browser.ts';
import type { Person } from '../factories.ts';
import type { Random } from './random.ts';

/** What one account has made so far. Anybody of it may have deleted it meanwhile, so a refusal is no failure. */
export type Belongings = Record<'projects' | 'milestones' | 'versions' | 'files' | 'customers', number[]>;

export type Actor = {
  browser: Browser;
  /** Signs the person in once more, elsewhere. */
  signInElsewhere: () => Promise<Browser>;
  /** The account's customer who only looks, and is never deleted. */
  customer: Pick<Person, 'id' | 'browser'>;
  belongings: Belongings;
  random: Random;
  /** Of this actor alone, in names. */
  name: string;
};

export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'body'>;

export function noBelongings(): Belongings {
  return { projects: [], milestones: [], versions: [], files: [], customers: [] };
}

/** Any of these things; undefined while there are none. */
export function anyOf({ belongings, random }: Actor, kind: keyof Belongings): number | undefined {
  return random.pick(belongings[kind]);
}

/** Whom a project may be made for: often the one who looks. */
export function anyCustomer(actor: Actor): number | null {
  const others = anyOf(actor, 'customers') ?? null;
  return actor.random.below(2) ? actor.customer.id : others;
}

/** Keeps the id of what was made. */
export function keep({ belongings }: Actor, kind: keyof Belongings, answer: LightMyRequestResponse): Answer {
  if (answer.statusCode === 201) belongings[kind].push(answer.json<{ id: number }>().id);
  return answer;
}

/** Takes one out of the list, so that usually nobody tries to delete it twice. */
export function takeOut({ belongings, random }: Actor, kind: keyof Belongings): number | undefined {
  const id = random.pick(belongings[kind]);
  if (id !== undefined) belongings[kind].splice(belongings[kind].indexOf(id), 1);
  return id;
}
