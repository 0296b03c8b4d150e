import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import type { OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import type { RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createWebRenderer } from './web-renderer.ts';

const folder = temporaryFolder();
const programOf = (name: string) => `
export async function render(page) {
  const html = '<head><link rel="stylesheet" href="/a.css"></head><body class="shown">${name} ' + page + '</body>';
  return { html, preloads: '' };
}`;
mkdirSync(join(folder, '.render'));
mkdirSync(join(folder, '.offline/render'), { recursive: true });
writeFileSync(join(folder, '.render/render.js'), programOf('app'));
writeFileSync(join(folder, '.offline/render/render.js'), programOf('copy'));
writeFileSync(join(folder, 'a.css'), '.shown{top:0}.hidden{top:1px}');

const landing: RenderedPages['landing'] = {
  template: '',
  language: 'en',
  origin: '',
  address: '/',
  plans: [],
};

function rendererIn(file: string) {
  const renderer = createWebRenderer(join(folder, file));
  onTestFinished(() => renderer.stop());
  return renderer;
}

test('a screen has the styles that its elements need, and all other pages are as the build renders them', async () => {
  const renderer = rendererIn('.render/render.js');
  const screen = await renderer.render('screen', {} as RenderedPages['screen']);
  expect(screen.html).toContain('<style>.shown{top:0}</style>');
  expect(screen.styleSource).toMatch(/^'sha256-/);
  const page = await renderer.render('landing', landing);
  expect(page).toMatchObject({ html: expect.stringContaining('app landing') as string, styleSource: '' });
  const copy = await renderer.render('offline', {} as OfflineCopy);
  expect(copy).toMatchObject({ html: expect.stringContaining('copy offline') as string, styleSource: '' });
});

test('a missing renderer is an error, not a wait', async () => {
  await expect(rendererIn('none.js').render('landing', landing)).rejects.toThrow('Cannot find module');
});
