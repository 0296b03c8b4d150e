import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createPageRenderer, type PageRenderer } from './page-renderer.ts';
import { temporaryFolder } from '../testing/temporary.ts';

const ANSWER_PAGES = new URL('./answer-pages.ts', import.meta.url).href;

/** Does what the page says, and otherwise answers with its process and what that process knows. */
const PROGRAM = `
import { answerPages } from '${ANSWER_PAGES}';
const rendered = [];
answerPages(async ({ page, data }) => {
  if (data === 'fail') throw new Error('no such screen');
  if (data === 'end') process.exit(3);
  if (data === 'hang') for (;;);
  if (data === 'slow') await new Promise((resolve) => setTimeout(resolve, 200));
  rendered.push(data);
  return { page, pid: process.pid, argument: process.argv[2], env: process.env, rendered };
});`;

type Pages = { front: string; screen: string };
type Made = {
  page: string;
  pid: number;
  argument: string;
  env: Record<string, string>;
  /** Pages that this process has rendered so far. */
  rendered: string[];
};

const folder = temporaryFolder();
writeFileSync(join(folder, 'render.mjs'), PROGRAM);
let renderer: PageRenderer<Pages, Made> | undefined;
afterEach(() => renderer?.stop());

test('pages are rendered by one process, which knows no secret of this one', async () => {
  vi.stubEnv('SECRET_KEY', 'of the server');
  const rendering = renderingWith({});
  const [first, second] = await Promise.all([rendering('one'), rendering('two')]);
  expect(first).toMatchObject({ page: 'front', argument: 'given', env: { NODE_ENV: 'production' } });
  expect(first.pid).not.toBe(process.pid);
  expect(second.pid).toBe(first.pid);
  expect(first.env).not.toHaveProperty('SECRET_KEY');
  vi.unstubAllEnvs();
});

test('the process ends when nothing is to be rendered, and the next page has another', async () => {
  const rendering = renderingWith({ idleMilliseconds: 0 });
  const first = await rendering('one');
  await untilGone(first.pid);
  expect((await rendering('two')).pid).not.toBe(first.pid);
});

test('a page that cannot be rendered reports why, and affects no other', async () => {
  const rendering = renderingWith({});
  const [broken, whole] = await Promise.allSettled([rendering('fail'), rendering('one')]);
  expect(broken).toMatchObject({ reason: { message: expect.stringContaining('no such screen') as string } });
  expect(whole).toMatchObject({ value: { page: 'front' } });
});

test.each([
  ['end', {}, 'ended with 3'],
  ['hang', { limitMilliseconds: 2_000 }, 'ended with SIGKILL'],
])(
  'after a page on which the process would %s, the next one has another',
  async (template, limits, reason) => {
    const rendering = renderingWith(limits);
    await expect(rendering(template)).rejects.toThrow(reason);
    expect(await rendering('one')).toMatchObject({ page: 'front' });
  },
);

test('a missing program is an error, not a wait', async () => {
  renderer = createPageRenderer<Pages, Made>(join(folder, 'none.mjs'), '');
  await expect(renderer.render('front', 'one')).rejects.toThrow('ended with 1');
});

test('a late page is dropped, or not begun if it still waits', async () => {
  const rendering = renderingWith({});
  await rendering('first');
  const slow = [rendering('slow'), rendering('slow')];
  expect(await screen('late', 50)).toBeUndefined();
  await Promise.all(slow);
  expect((await rendering('last')).rendered).toEqual(['first', 'slow', 'slow', 'last']);
});

test('a page that arrives late is not mistaken for the next one', async () => {
  const rendering = renderingWith({});
  await rendering('first');
  expect(await screen('slow', 50)).toBeUndefined();
  expect((await rendering('next')).rendered).toEqual(['first', 'slow', 'next']);
});

test('a screen may take longer while the process starts, and no longer afterwards', async () => {
  renderingWith({ startMilliseconds: 60_000 });
  expect(await screen('slow', 1)).toContain('screen');
  expect(await screen('slow', 1)).toBeUndefined();
});

test('while many pages wait, the next one is refused at once', async () => {
  const rendering = renderingWith({ mostWaiting: 2 });
  await rendering('first');
  const before = ['slow', 'slow', 'third', 'fourth'].map((template) => screen(template, 60_000));
  expect(await screen('fifth', 60_000)).toBeUndefined();
  expect(await Promise.all(before)).toEqual(Array(4).fill(expect.stringContaining('screen')));
  expect((await rendering('last')).rendered).toEqual(['first', 'slow', 'slow', 'third', 'fourth', 'last']);
});

test('stopping waits for no page, and starts no process for a waiting one', async () => {
  const rendering = renderingWith({});
  const { pid } = await rendering('first');
  const pages = Promise.allSettled([rendering('hang'), rendering('two'), rendering('three')]);
  renderer?.stop();
  expect((await pages).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(await screen('four', 60_000)).toBeUndefined();
  await expect(rendering('five')).rejects.toThrow('the server stops');
  await untilGone(pid);
});

test('a killed process fails its page, and the next page gets a new process', async () => {
  const rendering = renderingWith({});
  const { pid } = await rendering('first');
  const page = screen('slow', 60_000);
  process.kill(pid, 'SIGKILL');
  await expect(page).rejects.toThrow('ended with SIGKILL');
  expect(await screen('next', 60_000)).toContain('screen');
});

async function untilGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000);
}

async function screen(data: string, milliseconds: number): Promise<string | undefined> {
  return (await renderer?.renderInTime('screen', data, milliseconds))?.page;
}

function renderingWith(limits: Parameters<typeof createPageRenderer>[2]) {
  const own = createPageRenderer<Pages, Made>(join(folder, 'render.mjs'), 'given', limits);
  renderer = own;
  return (data: string) => own.render('front', data);
}
