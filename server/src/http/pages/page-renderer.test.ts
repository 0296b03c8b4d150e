import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPageRenderer, type PageRenderer } from './page-renderer.ts';

/** Does what the template says, and otherwise answers with its process and what that process knows. */
const RENDERER = `
export async function render(page, { template }) {
  if (template === 'fail') throw new Error('no such screen');
  if (template === 'end') process.exit(3);
  if (template === 'hang') for (;;);
  return JSON.stringify({ page, pid: process.pid, env: process.env });
}`;

let folder: string;
let renderer: PageRenderer | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrin-render-'));
  writeFileSync(join(folder, 'render.js'), RENDERER);
});
afterEach(() => renderer?.stop());
afterAll(() => rmSync(folder, { recursive: true }));

test('pages are rendered by one process, which knows no secret of this one', async () => {
  vi.stubEnv('SECRET_KEY', 'of the server');
  const rendering = renderingWith({});
  const [first, second] = await Promise.all([rendering('one'), rendering('two')]);
  expect(first).toMatchObject({ page: 'landing', env: { NODE_ENV: 'production' } });
  expect(first.pid).not.toBe(process.pid);
  expect(second.pid).toBe(first.pid);
  expect(first.env).not.toHaveProperty('SECRET_KEY');
  vi.unstubAllEnvs();
});

test('the process ends when nothing is to be rendered, and the next page has another', async () => {
  const rendering = renderingWith({ idleMilliseconds: 0 });
  const first = await rendering('one');
  await vi.waitFor(() => expect(() => process.kill(first.pid, 0)).toThrow('ESRCH'));
  expect((await rendering('two')).pid).not.toBe(first.pid);
});

test('a page that cannot be rendered says why, and harms no other', async () => {
  const rendering = renderingWith({});
  const [broken, whole] = await Promise.allSettled([rendering('fail'), rendering('one')]);
  expect(broken).toMatchObject({ reason: { message: expect.stringContaining('no such screen') as string } });
  expect(whole).toMatchObject({ value: { page: 'landing' } });
});

test.each([
  ['end', {}, 'ended with 3'],
  ['hang', { limitMilliseconds: 2_000 }, 'ended with SIGKILL'],
])(
  'after a page on which the process would %s, the next one has another',
  async (template, limits, reason) => {
    const rendering = renderingWith(limits);
    await expect(rendering(template)).rejects.toThrow(reason);
    expect(await rendering('one')).toMatchObject({ page: 'landing' });
  },
);

test('a renderer that is not there is an error, not a wait', async () => {
  renderer = createPageRenderer(join(folder, 'none.js'));
  await expect(renderer.render('landing', dataOf('one'))).rejects.toThrow('Cannot find module');
});

function renderingWith(limits: { idleMilliseconds?: number; limitMilliseconds?: number }) {
  const own = createPageRenderer(join(folder, 'render.js'), limits);
  renderer = own;
  return async (template: string) =>
    JSON.parse(await own.render('landing', dataOf(template))) as {
      page: string;
      pid: number;
      env: Record<string, string>;
    };
}

function dataOf(template: string): RenderedPages['landing'] {
  return { template, language: 'en', origin: '', address: '/', plans: [] };
}
