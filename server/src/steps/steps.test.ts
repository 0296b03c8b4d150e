import { expect, test } from 'vitest';
import { API_STEPS } from './api-steps.ts';
import { APP_STEPS } from './app-steps.ts';
import { PHASES } from './step.ts';

/** Each step, one that has to come later, and the reason. Hooks of one kind run in the order of the steps. */
const ORDER: readonly [before: string, after: string, because: string][] = [
  ['ends', 'traces', 'a span ends with its request'],
  ['ends', 'log', 'a line is written at the end of its request'],
  ['ends', 'kept answers', 'an answer from memory ends, too, and is logged and counted'],
  ['traces', 'running work', 'a request runs as its own work from its first step on'],
  ['running work', 'kept answers', 'an answer from memory is noted as work, too'],
  ['language', 'hosts', 'a refusal is in the language of the reader'],
  ['language', 'read only', 'a refusal is in the language of the reader'],
  ['table of routes', 'probes', 'the access matrix knows every route'],
  ['errors', 'probes', 'scopes take the handler that is there when they begin'],
  ['log', 'hosts', 'a refusal names the id of its request'],
  ['kept answers', 'security headers', 'an answer from memory has its headers, and costs no hook more'],
  ['security headers', 'hosts', 'refusals have them'],
  ['security headers', 'read only', 'refusals have them'],
  ['security headers', 'methods', 'refusals have them'],
  ['expectations', 'connections', 'what is not admitted is not answered, whatever it expects'],
  ['bearers', 'cookies', 'a request with a token brings no cookie'],
  ['bearers', 'kept answers', 'an answer for a session is none for a token'],
  ['cookies', 'hosts', 'answers of the authentication API set a cookie, refusals, too'],
  ['cookies', 'views', 'answers of the authentication API set a cookie, refusals, too'],
  ['cookies', 'answers to keep', 'an answer that sets a cookie is not kept'],
  ['hosts', 'read only', 'nothing is said of this installation under a foreign name'],
  ['hosts', 'methods', 'nothing is said of an address under a foreign name'],
  ['read only', 'large bodies', 'a write that is refused takes no place and is not read'],
  ['read only', 'views', 'while nothing is written every write has the same answer'],
  ['read only', 'methods', 'while nothing is written every write has the same answer'],
  ['large bodies', 'time of bodies', 'the wait for a place is no time of the body'],
  ['large bodies', 'labels', 'a place is free again before the tag of the answer is made'],
  ['JSON', 'API', 'features add parsers to their own routes'],
  ['views', 'methods', 'a view changes nothing, at any address'],
  ['methods', 'large bodies', 'a body that no route takes is not read'],
  ['errors', 'players', 'scopes take the handler that is there when they begin'],
  ['errors', 'pages', 'scopes take the handler that is there when they begin'],
  ['errors', 'authentication API', 'scopes take the handler that is there when they begin'],
  ['methods', 'probes', 'routes are noted with their methods'],
  ['large answers', 'labels', 'the tag is made of the bytes that are sent'],
  ['labels', 'answers to keep', 'an answer is kept with its tag'],
  ['answers to keep', 'API', 'only routes that come later look ahead'],
  ['log', 'jobs', 'a job that a request has enqueued runs behind its line'],
];

/** Steps that act by the clock, at the end of a request, or at one address: their position does not matter. */
const FREE = ['event loop', 'metrics', 'metrics page'];

const API_ORDER: readonly [before: string, after: string, because: string][] = [
  ['foreign sites', 'sessions', 'no session is loaded, prolonged or ended for a foreign site'],
  ['sessions', 'tokens', 'a token takes the place of a session'],
  ['tokens', 'second steps', 'a token of a freelancer without a second step is refused too'],
  ['tokens', 'forgery', 'a dead token is refused as such, whatever else is wrong'],
  ['tokens', 'repeated creations', 'a key belongs to the token that named it'],
  ['tokens', 'writes', 'writes of tokens have limits of their own'],
  ['sessions', 'forgery', 'a token is bound to the session'],
  ['forgery', 'writes', 'a forged call costs its victim no write'],
];

const LISTS = [
  { about: 'the whole server', steps: APP_STEPS, order: ORDER },
  { about: 'the API', steps: API_STEPS, order: API_ORDER },
];

for (const { about, steps, order } of LISTS) {
  const names = steps.map(({ name }) => name);

  test.each(order)(`steps of ${about}: %s before %s, since %s`, (before, after) => {
    expect(names).toContain(before);
    expect(names.indexOf(after)).toBeGreaterThan(names.indexOf(before));
  });

  test(`each step of ${about} has a unique name, and a position that is listed above or free`, () => {
    const held = new Set([...order.flatMap(([before, after]) => [before, after]), ...FREE]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !held.has(name))).toEqual([]);
  });

  test(`the steps of ${about} go through the phases and never back`, () => {
    const phases = steps.map(({ phase }) => PHASES.indexOf(phase));
    expect(phases).toEqual(phases.toSorted((a, b) => a - b));
  });
}
