import { runLimited } from '../sandbox/limited-process.ts';
import { TOOL_ENVIRONMENT } from '../sandbox/programs.ts';

/** Tables of characters that a pdf may name instead of holding them. */
const CHARACTERS = '/usr/share/poppler';

/** A page of a pdf, from 1, as png, its longer side of so many pixels, by pdftoppm where it is installed; rejects otherwise. */
export function drawPdfPage(
  path: string,
  page: number,
  longerSide: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const wanted = ['-f', String(page), '-l', String(page), '-cropbox', '-scale-to', String(longerSide)];
  return runTool(path, 'pdftoppm', (input) => ['-png', '-singlefile', ...wanted, input], signal);
}

/**
 * Number of pages of a pdf (null where it is not said), and true for a form of XFA, by pdfinfo, which comes with pdftoppm; undefined
 * where it is not installed or cannot read the document.
 */
export async function readPdfFacts(
  path: string,
  signal?: AbortSignal,
): Promise<{ pages: number | null; isXfaForm: boolean } | undefined> {
  try {
    const facts = (await runTool(path, 'pdfinfo', (input) => [input], signal)).toString('latin1', 0, 10_000);
    const pages = Number(/^Pages: *(\d{1,6})$/m.exec(facts)?.[1]);
    return { pages: pages > 0 ? pages : null, isXfaForm: /^Form: *XFA$/m.test(facts) };
  } catch {
    return undefined;
  }
}

function runTool(
  path: string,
  command: string,
  args: (input: string) => string[],
  signal?: AbortSignal,
): Promise<Buffer> {
  return runLimited(path, { command, args, environment: TOOL_ENVIRONMENT, reads: [CHARACTERS], signal });
}
