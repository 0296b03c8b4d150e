import { fileURLToPath } from 'node:url';
import { createSlots } from '@vitrin/engine/slots/fair-slots.ts';
import { runDecoder } from '@vitrin/engine/sandbox/decoder-process.ts';
import { ProgramFailure } from '@vitrin/engine/sandbox/limited-process.ts';
import type { DrawnInvoice } from './invoice-facts.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw-invoice.ts', import.meta.url));

const slots = createSlots({ count: 1, each: 1, maxWaiting: 20, maxWaitingEach: 2 });

/** Draws an invoice as a PDF in the sandbox (docs/decisions/0198). Throws TooManyWaitingError where too many wait. */
export async function makeInvoicePdf(tenant: string, facts: DrawnInvoice): Promise<Buffer> {
  const release = await slots.acquire({ tenant });
  try {
    const pdf = await runDecoder(Buffer.from(JSON.stringify(facts)), (input) => [PROGRAM, input]);
    if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new ProgramFailure('No PDF was written', pdf);
    return pdf;
  } finally {
    release();
  }
}
