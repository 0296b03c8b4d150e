import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import { runLimited } from '../../../sandbox/limited-process.ts';
import { TOOL_ENVIRONMENT } from '../../../sandbox/programs.ts';

/** Tables of characters that a pdf may name instead of holding them. */
const CHARACTERS = '/usr/share/poppler';

/** The first page of a pdf as png, by pdftoppm where it is installed; rejects otherwise. */
export function drawPdfPage(path: string, signal?: AbortSignal): Promise<Buffer> {
  const size = String(THUMBNAIL_PIXELS.large);
  const firstPage = ['-f', '1', '-l', '1', '-scale-to', size];
  return runTool(path, 'pdftoppm', (input) => ['-png', '-singlefile', ...firstPage, input], signal);
}

/** How many pages a pdf has, by pdfinfo, which comes with pdftoppm; null where it does not say. */
export async function countPdfPages(path: string, signal?: AbortSignal): Promise<number | null> {
  const facts = await runTool(path, 'pdfinfo', (input) => [input], signal).catch(() => Buffer.alloc(0));
  const pages = Number(/^Pages: *(\d{1,6})$/m.exec(facts.toString('latin1', 0, 10_000))?.[1]);
  return pages > 0 ? pages : null;
}

function runTool(
  path: string,
  command: string,
  args: (input: string) => string[],
  signal?: AbortSignal,
): Promise<Buffer> {
  return runLimited(path, { command, args, environment: TOOL_ENVIRONMENT, reads: [CHARACTERS], signal });
}
