import type { Config } from '../../config/config.ts';
import type { PaymentGateway } from './gateway.ts';
import { createSandboxGateway } from './sandbox-gateway.ts';

/** The gateway of this installation; null when payments are off. Stripe's package is loaded only where it is used. */
export async function createPaymentGateway({ payments, stripe }: Config): Promise<PaymentGateway | null> {
  if (payments === 'off') return null;
  if (payments === 'sandbox' || !stripe) return createSandboxGateway();
  const { createStripeGateway } = await import('./stripe-gateway.ts');
  return createStripeGateway(stripe);
}
