import type { IssuedInvoice } from '@vitrin/shared/contract/payments/checkout.ts';
import { z } from 'zod';
import { type ParasutSettings, signInToParasut } from '../../../../adapters/parasut/client.ts';
import type { Context } from '../../../../context.ts';
import type { CurrentUser } from '../../../../current/current-user.ts';
import { NotFoundError, UnavailableError } from '../../../../errors.ts';
import { findIssued } from '../invoice-queries.ts';

const Sale = z.object({
  relationships: z.object({
    active_e_document: z.object({
      data: z.object({ id: z.string().min(1), type: z.enum(['e_archives', 'e_invoices']) }),
    }),
  }),
});
const Pdf = z.object({ attributes: z.object({ url: z.url() }) });

/**
 * Returns Paraşüt's PDF for an own payment (specification 7.21); NotFoundError if none is issued, UnavailableError
 * without an answer.
 */
export async function getIssuedInvoice(
  { db, config, log }: Pick<Context, 'db' | 'config' | 'log'>,
  user: CurrentUser,
  paymentId: number,
): Promise<IssuedInvoice> {
  const parasut = config.invoices?.parasut;
  const saleId = (await findIssued(db, user.id, paymentId))?.issued_id;
  if (!parasut || !saleId) throw new NotFoundError();
  try {
    return { url: await addressOfPdf(parasut, saleId) };
  } catch (error) {
    log.error({ err: error, payment: paymentId }, 'An issued invoice could not be fetched');
    throw new UnavailableError('payments.invoice_unavailable');
  }
}

/** Address of a PDF that Paraşüt makes for an hour. A browser opens it, so it is a web address and nothing else. */
async function addressOfPdf(settings: ParasutSettings, saleId: string): Promise<string> {
  const client = await signInToParasut(settings);
  const sale = `/sales_invoices/${encodeURIComponent(saleId)}`;
  const { relationships } = await client.get(sale, { include: 'active_e_document' }, Sale);
  const { id, type } = relationships.active_e_document.data;
  const path = `/${type}/${encodeURIComponent(id)}/pdf`;
  const { attributes } = await client.get(path, {}, Pdf);
  const { protocol } = new URL(attributes.url);
  if (protocol !== 'https:' && protocol !== new URL(settings.apiBase).protocol)
    throw new Error(`The answer of Paraşüt to ${path} has no web address`);
  return attributes.url;
}
