import type { ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect, test } from 'vitest';
import { render } from './render.tsx';
import { PROJECT, PICTURE, VERSION } from './testing/projects.ts';
import { CUSTOMER } from './testing/users.ts';

const TEMPLATE =
  '<html lang="en"><head><title>Vitrin</title></head><body><div id="root"></div></body></html>';

/** The server's process, which has no page: an unhandled error would end it after each page. */
test("a project's page is rendered without a page, and leaves no error behind", async () => {
  expect([typeof document, typeof location]).toEqual(['undefined', 'undefined']);
  const failures: unknown[] = [];
  const note = (reason: unknown) => void failures.push(reason);
  process.on('unhandledRejection', note);
  const data: ScreenData = {
    renderedAt: '2026-01-02T12:00:00.000Z',
    timeZone: 'UTC',
    user: CUSTOMER,
    project: { ...PROJECT, versions: [VERSION] },
    files: { version: VERSION.id, files: [PICTURE] },
  };
  const page = { language: 'en', template: TEMPLATE, address: '/projects/1?file=5', data } as const;
  const { html } = await render('screen', page);
  expect(html).toContain(PICTURE.name);
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(failures).toEqual([]);
});
