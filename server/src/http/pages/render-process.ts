import type { Render } from '@vitrin/shared/rules/rendered-pages.ts';
import type { RenderAnswer, RenderRequest } from './page-renderer.ts';

/** A process of its own that renders pages with the build's renderer, its one argument, until it is let go. */
const [, , renderer = ''] = process.argv;

let last = Promise.resolve();
process.on('message', (request: RenderRequest) => {
  last = last.then(async () => void process.send?.(await answer(request)));
});

async function answer({ page, data }: RenderRequest): Promise<RenderAnswer> {
  try {
    const { render } = (await import(renderer)) as { render: Render };
    return { html: await render(page, data) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
