import type { RenderAnswer, RenderRequest } from './page-renderer.ts';

type Make<Pages, Made> = (request: RenderRequest<Pages>) => Promise<Made>;

/** Renders pages in this process, one after another, for the parent process. */
export function answerPages<Pages, Made>(make: Make<Pages, Made>): void {
  const answer = async (request: RenderRequest<Pages>): Promise<RenderAnswer<Made>> => {
    try {
      return { made: await make(request) };
    } catch (error) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  let last = Promise.resolve();
  process.on('message', (request: RenderRequest<Pages>) => {
    last = last.then(async () => void process.send?.(await answer(request)));
  });
}
