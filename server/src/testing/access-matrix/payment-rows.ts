import { BILLING_DETAILS } from '../checkout/billing.ts';
import { everybody, freelancers, row, type Row } from './access-row.ts';
import { openCheckout, paidPlan, pay } from './access-world.ts';

/** Calls about plans, payments and invoices. */
export const paymentRows: Row[] = [
  row('GET /api/checkout/settings/', everybody),
  row('POST /api/checkout/return/', [303, 303, 303, 303, 303], () => ({
    query: { token: 'of-nobody' },
    payload: {},
  })),
  row('POST /api/checkout/checkout/', freelancers(200), async ({ setup }) => ({
    payload: { subscription_plan: await paidPlan(setup) },
  })),
  row('POST /api/checkout/verify/', [401, 403, 403, 404, 200], async (world) => ({
    payload: { token: await openCheckout(world) },
  })),
  row('GET /api/checkout/sandbox/', [401, 403, 403, 404, 200], async (world) => ({
    query: { token: await openCheckout(world) },
  })),
  row('POST /api/checkout/sandbox/', [401, 403, 403, 404, 200], async (world) => ({
    payload: { token: await openCheckout(world), outcome: 'success' },
  })),
  row('GET /api/payments/', freelancers(200)),
  row('GET /api/payments/:id/receipt/', [401, 403, 403, 404, 200], async (world) => ({
    id: await pay(world),
  })),
  row(
    'GET /api/payments/:id/invoice/',
    [401, 403, 403, 404, 404],
    async (world) => ({ id: await pay(world) }),
    'without invoices',
  ),
  row('GET /api/payments/:id/issued-invoice/', [401, 403, 403, 404, 404], async (world) => ({
    id: await pay(world),
  })),
  row('POST /api/subscription/cancel/', [401, 403, 403, 400, 200], async (world) => {
    await pay(world);
    return { payload: {} };
  }),
  row('POST /api/subscription/resume/', [401, 403, 403, 400, 200], async (world) => {
    await pay(world);
    await world.owner.browser.post('/api/subscription/cancel/', {});
    return { payload: {} };
  }),
  row('POST /api/subscription/card/', freelancers(400)),
  row('POST /api/subscription/pay/', freelancers(400)),
  row('GET /api/billing-details/', freelancers(200)),
  row('PUT /api/billing-details/', freelancers(200), () => ({ payload: BILLING_DETAILS })),
  row('GET /api/subscription/withdrawal/', freelancers(200)),
  row('POST /api/subscription/withdrawal/', freelancers(400)),
  row('GET /api/legal/', everybody),
  row('GET /api/legal/:name/', [404, 404, 404, 404, 404], () => ({}), 'an unknown name'),
  row('GET /api/subscription/details', freelancers(200)),
  row('POST /api/subscription/select-plan', freelancers(200), () => ({ payload: { plan: 'free' } })),
  row('POST /api/webhooks/iyzico/', [404, 404, 404, 404, 404], () => ({ payload: {} }), 'without iyzico'),
  row('POST /api/webhooks/stripe/', [404, 404, 404, 404, 404], () => ({ payload: {} }), 'without Stripe'),
];
