import { runLimited } from '../sandbox/limited-process.ts';
import { TOOL_ENVIRONMENT } from '../sandbox/programs.ts';

const CHARACTERS = '/usr/share/poppler';

/** Draws a page of a pdf, from 1, as png with pdftoppm; rejects without it. */
export function drawPdfPage(
  path: string,
  page: number,
  longerSide: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const wanted = ['-f', String(page), '-l', String(page), '-cropbox', '-scale-to', String(longerSide)];
  return runTool(path, 'pdftoppm', (input) => ['-png', '-singlefile', ...wanted, input], signal);
}

/** Number of pages (null if unknown) and XFA flag of a pdf by pdfinfo; undefined if it is missing or fails. */
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
