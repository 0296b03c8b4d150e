import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  CardForm,
  SelectPlan,
  SubscriptionDetails,
  Withdrawal,
} from '@vitrin/shared/contract/payments/checkout.ts';
import { Subscription } from '@vitrin/shared/contract/plans.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { openCardForm, payDueMonth } from './card.ts';
import {
  cancelSubscription,
  getSubscriptionDetails,
  resumeSubscription,
  selectPlan,
} from './subscription.ts';
import { getWithdrawal, withdraw } from './withdrawal.ts';

/** Each change calls the gateway. */
const CHANGE_LIMIT = { amount: 30, seconds: 600 };

export const subscriptionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireFreelancer);

  app.post('/subscription/cancel/', { schema: { response: { 200: Subscription } } }, async (request) => {
    const user = userOf(request);
    await limitRate(app.context, `subscription:${user.id}`, CHANGE_LIMIT);
    return cancelSubscription(app.context, user, request.language);
  });

  app.post('/subscription/resume/', { schema: { response: { 200: Subscription } } }, async (request) => {
    const user = userOf(request);
    await limitRate(app.context, `subscription:${user.id}`, CHANGE_LIMIT);
    return resumeSubscription(app.context, user, request.language);
  });

  app.post('/subscription/card/', { schema: { response: { 200: CardForm } } }, async (request) => {
    const user = userOf(request);
    await limitRate(app.context, `subscription:${user.id}`, CHANGE_LIMIT);
    return openCardForm(app.context, user, request.language);
  });

  app.post('/subscription/pay/', { schema: { response: { 200: Subscription } } }, async (request) => {
    const user = userOf(request);
    await limitRate(app.context, `subscription:${user.id}`, CHANGE_LIMIT);
    return payDueMonth(app.context, user, request.language);
  });

  app.get('/subscription/withdrawal/', { schema: { response: { 200: Withdrawal } } }, async (request) =>
    getWithdrawal(app.context, userOf(request)),
  );

  app.post('/subscription/withdrawal/', async (request, reply) => {
    const user = userOf(request);
    await limitRate(app.context, `subscription:${user.id}`, CHANGE_LIMIT);
    await withdraw(app.context, user);
    return reply.code(204).send();
  });

  app.get('/subscription/details', { schema: { response: { 200: SubscriptionDetails } } }, async (request) =>
    getSubscriptionDetails(app.context, userOf(request)),
  );

  app.post(
    '/subscription/select-plan',
    { schema: { body: SelectPlan, response: { 200: SubscriptionDetails } } },
    async (request) => selectPlan(app.context, userOf(request), request.body),
  );
};
