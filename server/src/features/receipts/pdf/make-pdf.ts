import { fileURLToPath } from 'node:url';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { ReceiptImports } from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import { createSlots } from '@vitrin/engine/slots/fair-slots.ts';
import { runDecoder } from '@vitrin/engine/sandbox/decoder-process.ts';
import { ProgramFailure } from '@vitrin/engine/sandbox/limited-process.ts';
import type { ReceiptSummary } from './receipt-summary.ts';

export type PdfRequest = {
  language: Language;
  project: string;
  freelancer: string;
  /** The freelancer's logo as png, in base64. */
  logo?: string | undefined;
  made_at: string;
  ledger: string;
  entries: number;
  head: string;
  /** The last confirmation by a time-stamping authority: how many entries, and when. */
  stamp?: { entries: number; at: string } | undefined;
  /** Facts that other installations wrote down, which are not attested. */
  brought: ReceiptImports['from'];
  address: string;
  summary: ReceiptSummary;
};

const PROGRAM = fileURLToPath(new URL('./drawing/draw-receipt.ts', import.meta.url));

const slots = createSlots({ count: 1, each: 1, maxWaiting: 20, maxWaitingEach: 2 });

/** Makes a PDF in the sandbox (docs/decisions/0198), without an unreadable logo; throws TooManyWaitingError. */
export async function makePdf(tenant: string, request: PdfRequest): Promise<Buffer> {
  const release = await slots.acquire({ tenant });
  try {
    return await draw(request).catch((error: unknown) => {
      if (request.logo === undefined || !(error instanceof ProgramFailure)) throw error;
      return draw({ ...request, logo: undefined });
    });
  } finally {
    release();
  }
}

async function draw(request: PdfRequest): Promise<Buffer> {
  const pdf = await runDecoder(Buffer.from(JSON.stringify(request)), (input) => [PROGRAM, input]);
  if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new ProgramFailure('No PDF was written', pdf);
  return pdf;
}
