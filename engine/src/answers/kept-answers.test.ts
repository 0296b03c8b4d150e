import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { keepAnswers } from './kept-answers.ts';

/** A server that counts the answers it has computed, and includes the state they depend on. */
async function serve() {
  const stored = {
    state: 1 as number | undefined,
    time: 1000,
    until: 5000,
    isPaused: false,
    noted: [] as string[],
  };
  const app = Fastify();
  onTestFinished(() => app.close());
  const kept = keepAnswers<string>({
    stateOf: () => stored.state,
    now: () => stored.time,
    isPaused: () => stored.isPaused,
    askerOf: ({ headers }) => headers.authorization,
    noteAsker: (_request, asker) => void stored.noted.push(asker),
    holdsUntil: async () => stored.until,
  });
  kept.giveAgain(app);
  kept.keep(app);
  let made = 0;
  const answer = async () => ({ made: (made += 1) });
  app.get('/kept', { config: { isKept: true } }, answer);
  app.get('/other', answer);
  app.get('/cookie', { config: { isKept: true } }, async (_request, reply) => {
    reply.header('set-cookie', 'a=b');
    return answer();
  });
  const ask = async (url = '/kept', headers: Record<string, string> = { authorization: 'Ada' }) =>
    (await app.inject({ url, headers })).json<{ made: number }>().made;
  return { stored, ask };
}

test('an answer made twice is then served from memory, and its reader is recorded', async () => {
  const { stored, ask } = await serve();
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([1, 2, 1, 1]);
  expect(stored.noted).toEqual(['Ada', 'Ada']);
});

test.each([
  ['something was written', { state: 2 }, 3],
  ['nobody knows what was written', { state: undefined }, 3],
  ['answers are made anew', { isPaused: true }, 3],
  ['a moment has come that changes it', { time: 5000 }, 3],
  ['the clock was set back', { time: 999 }, 3],
  ['that moment is near', { time: 4999 }, 1],
])('where %s', async (_name, change, expected) => {
  const { stored, ask } = await serve();
  await ask();
  await ask();
  expect(await ask()).toBe(1);
  Object.assign(stored, change);
  expect(await ask()).toBe(expected);
});

test.each([
  ['a route that does not say so', '/other', { authorization: 'Ada' }],
  ['one that sets a cookie', '/cookie', { authorization: 'Ada' }],
  ['a request of nobody in particular', '/kept', {}],
])('no answer is kept of %s', async (_name, url, headers) => {
  const { ask } = await serve();
  for (const expected of [1, 2, 3, 4]) expect(await ask(url, headers)).toBe(expected);
});

test('a kept answer is served only for the same request head', async () => {
  const { ask } = await serve();
  for (let time = 0; time < 3; time += 1) await ask();
  expect(await ask('/kept', { authorization: 'Grace' })).toBe(3);
  expect(await ask('/kept?page=2')).toBe(4);
  expect(await ask()).toBe(1);
});
