import type { Render } from '@vitrin/shared/rules/rendered-pages.ts';
import { firstStyles, sheetReader } from './first-style.ts';
import type { RenderAnswer, RenderRequest } from './page-renderer.ts';

/** A process of its own that renders pages with the build's renderer, its one argument, until it is let go. */
const [, , renderer = ''] = process.argv;
/** Copies of projects have a build of their own, which knows no server. */
const offlineRenderer = new URL('../.offline/render/render.js', renderer).href;

const withFirstStyle = firstStyles(sheetReader(renderer));

let last = Promise.resolve();
process.on('message', (request: RenderRequest) => {
  last = last.then(async () => void process.send?.(await answer(request)));
});

async function answer({ page, data }: RenderRequest): Promise<RenderAnswer> {
  try {
    const { render } = (await import(page === 'offline' ? offlineRenderer : renderer)) as { render: Render };
    const { html, preloads } = await render(page, data);
    // The build has written the landing page's style into its template; a copy has its sheet beside it.
    return { ...(page === 'screen' ? withFirstStyle(html) : { html, styleSource: '' }), preloads };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
