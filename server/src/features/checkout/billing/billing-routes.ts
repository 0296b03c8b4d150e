import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BillingDetails, OwnBillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { getBillingDetails, setBillingDetails } from './service.ts';

export const billingRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.addHook('onRequest', requireFreelancer);

  app.get('/billing-details/', { schema: { response: { 200: OwnBillingDetails } } }, async (request) =>
    getBillingDetails(app.context, userOf(request)),
  );

  app.put(
    '/billing-details/',
    { schema: { body: BillingDetails, response: { 200: OwnBillingDetails } } },
    async (request) => setBillingDetails(app.context, userOf(request), request.body),
  );
};
