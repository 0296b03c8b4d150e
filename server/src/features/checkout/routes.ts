import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import {
  Checkout,
  CheckoutSettings,
  CreateCheckout,
  IssuedInvoice,
  PayInSandbox,
  PaymentPage,
  PaymentVerification,
  SandboxOrder,
  SandboxReturn,
  VerifyPayment,
} from '@vitrin/shared/contract/payments/checkout.ts';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { Language } from '@vitrin/shared/contract/users.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireFreelancer, userOf } from '../../http/guards/guards.ts';
import { PageQuery, readPaging, toPage } from '../../http/answers/paging.ts';
import { limitRate } from '../../rate-limits/rate-limits.ts';
import { billingRoutes } from './billing/billing-routes.ts';
import { legalRoutes } from './legal/legal-routes.ts';
import { pageAlone } from './replies.ts';
import { getIssuedInvoice } from './invoices/parasut/issued-invoice.ts';
import { getInvoicePdf, getInvoiceXml } from './invoices/service.ts';
import { getPayments, getReceipt } from './payments/history.ts';
import { getSandboxOrder, payInSandbox } from './sandbox/sandbox.ts';
import { getCheckoutSettings } from './service.ts';
import { startCheckout } from './start-checkout.ts';
import { CARD_GIVEN } from './subscription/card.ts';
import { verifyPayment } from './events/verify.ts';

const InvoiceQuery = z.object({
  format: z.enum(['pdf', 'xml']).default('pdf'),
  language: Language.optional(),
});

/** A form for a payment has its token, one for another card says so. */
const ReturnQuery = z
  .object({ token: z.string().max(200).optional(), card: z.literal('given').optional() })
  .refine(({ token, card }) => (token === undefined) !== (card === undefined));

const MAX_RETURN_BYTES = 64 * 1024;

/** Opening a checkout calls the gateway. */
const CHECKOUT_LIMIT = { amount: 30, seconds: 600 };
/** So does asking for an issued invoice, of its provider. */
const ISSUED_LIMIT = { amount: 30, seconds: 600 };
/** A call asks the gateway, and the screen calls 16 times in half a minute. */
const VERIFY_LIMIT = { amount: 150, seconds: 600 };

export const checkoutRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/checkout/settings/', { schema: { response: { 200: CheckoutSettings } } }, async () =>
    getCheckoutSettings(app.context),
  );

  await app.register(legalRoutes);
  await app.register(billingRoutes);
  await app.register(returnRoute);
  await app.register(ownRoutes);
};

/** A form of a foreign site proves nothing and is not read: the screen that follows asks the gateway. */
const returnRoute: FastifyPluginAsyncZod = async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_RETURN_BYTES }, (_request, _body, done) =>
    done(null),
  );
  app.post(
    '/checkout/return/',
    { config: { csrf: 'signature' }, schema: { querystring: ReturnQuery } },
    async (request, reply) => {
      const { token } = request.query;
      const screen =
        token === undefined ? CARD_GIVEN : `/payment/verify?${new URLSearchParams({ token }).toString()}`;
      return reply.redirect(screen, 303);
    },
  );
};

const ownRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.addHook('onRequest', requireFreelancer);

  app.post(
    '/checkout/checkout/',
    { schema: { body: CreateCheckout, response: { 200: Checkout } } },
    async (request) => {
      const user = userOf(request);
      await limitRate(app.context, `checkout:${user.id}`, CHECKOUT_LIMIT);
      return startCheckout(app.context, user, request.body, request.language);
    },
  );

  app.post(
    '/checkout/verify/',
    { schema: { body: VerifyPayment, response: { 200: PaymentVerification } } },
    async (request) => {
      const user = userOf(request);
      await limitRate(app.context, `verify:${user.id}`, VERIFY_LIMIT);
      return verifyPayment(app.context, user, request.body?.token);
    },
  );

  app.get(
    '/checkout/sandbox/',
    { schema: { querystring: z.object({ token: z.string().max(200) }), response: { 200: SandboxOrder } } },
    async (request) => getSandboxOrder(app.context, userOf(request), request.query.token),
  );

  app.post(
    '/checkout/sandbox/',
    { schema: { body: PayInSandbox, response: { 200: SandboxReturn } } },
    async (request) => payInSandbox(app.context, userOf(request), request.body),
  );

  app.get(
    '/payments/',
    { schema: { querystring: PageQuery, response: { 200: PaymentPage } } },
    async (request) => {
      const paging = readPaging(request.query);
      const { count, results } = await getPayments(app.context, userOf(request), paging);
      return toPage(paging, count, results, '/api/payments/', { limit: request.query.limit });
    },
  );

  app.get(
    '/payments/:id/receipt/',
    { schema: { params: IdParams, querystring: z.object({ language: Language.optional() }) } },
    async (request, reply) => {
      const language = request.query.language ?? request.language;
      const page = await getReceipt(app.context, userOf(request), request.params.id, language);
      return pageAlone(reply).header('cache-control', 'private, no-store').send(page);
    },
  );

  app.get(
    '/payments/:id/issued-invoice/',
    { schema: { params: IdParams, response: { 200: IssuedInvoice } } },
    async (request) => {
      const user = userOf(request);
      await limitRate(app.context, `issued-invoice:${user.id}`, ISSUED_LIMIT);
      return getIssuedInvoice(app.context, user, request.params.id);
    },
  );

  app.get(
    '/payments/:id/invoice/',
    { schema: { params: IdParams, querystring: InvoiceQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const { format, language = request.language } = request.query;
      const user = userOf(request);
      const isXml = format === 'xml';
      const content = isXml
        ? await getInvoiceXml(app.context, user, id)
        : await getInvoicePdf(app.context, user, id, language);
      return reply
        .header('content-disposition', contentDisposition('attachment', `invoice-draft-${id}.${format}`))
        .header('cache-control', 'private, no-store')
        .type(isXml ? 'application/xml; charset=utf-8' : 'application/pdf')
        .send(content);
    },
  );
};
