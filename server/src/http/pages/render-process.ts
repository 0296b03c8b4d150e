import { readFileSync } from 'node:fs';
import { LATE_ELEMENT_ID, type Render, type RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import { answerPages } from '@vitrin/engine/pages/answer-pages.ts';
import { firstStyles } from '@vitrin/engine/pages/first-style.ts';
import type { MadePage } from './web-renderer.ts';

/** A process of its own that renders pages with the build's renderer, its one argument, until it is let go. */
const [, , renderer = ''] = process.argv;
/** Copies of projects have a build of their own, which knows no server. */
const offlineRenderer = new URL('../.offline/render/render.js', renderer).href;

/** A sheet of the build, by its address, lies in the folder beside which the renderer does. */
const readSheet = (address: string) => readFileSync(new URL(`..${address}`, renderer), 'utf8');
const withFirstStyle = firstStyles(readSheet, LATE_ELEMENT_ID);

answerPages<RenderedPages, MadePage>(async ({ page, data }) => {
  const { render } = (await import(page === 'offline' ? offlineRenderer : renderer)) as { render: Render };
  const { html, preloads } = await render(page, data);
  // The build has written the landing page's style into its template; a copy has its sheet beside it.
  return { ...(page === 'screen' ? withFirstStyle(html) : { html, styleSource: '' }), preloads };
});
