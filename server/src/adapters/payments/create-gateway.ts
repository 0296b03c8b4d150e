import type { Config } from '../../config/config.ts';
import type { PaymentGateway, Payments } from './gateway.ts';
import { createSandboxGateway } from './sandbox-gateway.ts';

/** Returns the gateways, null when payments are off; with both, Stripe takes dollars, iyzico lira. `watch` wraps each. */
export async function createPayments(
  config: Pick<Config, 'payments' | 'stripe' | 'iyzico'>,
  watch: (gateway: PaymentGateway) => PaymentGateway = (gateway) => gateway,
): Promise<Payments | null> {
  if (config.payments === 'off') return null;
  const gateways = await createGateways(config);
  const [first, second = first] = (gateways.length > 0 ? gateways : [createSandboxGateway()]).map(watch);
  if (!first || !second) return null;
  return { all: [...new Set([first, second])], byCurrency: { USD: first, TRY: second } };
}

/** Stripe before iyzico; none where the test gateway takes the payments. */
async function createGateways({
  payments,
  stripe,
  iyzico,
}: Pick<Config, 'payments' | 'stripe' | 'iyzico'>): Promise<PaymentGateway[]> {
  const gateways: PaymentGateway[] = [];
  if (payments.includes('stripe') && stripe) {
    const { createStripeGateway } = await import('./stripe-gateway.ts');
    gateways.push(createStripeGateway(stripe));
  }
  if (payments.includes('iyzico') && iyzico) {
    const { createIyzicoGateway } = await import('./iyzico/gateway.ts');
    gateways.push(createIyzicoGateway(iyzico));
  }
  return gateways;
}
