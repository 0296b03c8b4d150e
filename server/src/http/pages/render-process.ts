import type { Render } from '@vitrin/shared/rules/rendered-pages.ts';
import { firstStyles, sheetReader } from './first-style.ts';
import type { RenderAnswer, RenderRequest } from './page-renderer.ts';

/** A process of its own that renders pages with the build's renderer, its one argument, until it is let go. */
const [, , renderer = ''] = process.argv;

const withFirstStyle = firstStyles(sheetReader(renderer));

let last = Promise.resolve();
process.on('message', (request: RenderRequest) => {
  last = last.then(async () => void process.send?.(await answer(request)));
});

async function answer({ page, data }: RenderRequest): Promise<RenderAnswer> {
  try {
    const { render } = (await import(renderer)) as { render: Render };
    const { html, preloads } = await render(page, data);
    // The build has written the landing page's style into its template.
    return { ...(page === 'landing' ? { html, styleSource: '' } : withFirstStyle(html)), preloads };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
