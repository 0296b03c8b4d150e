import type { PaymentGateway } from '../../adapters/payments/gateway.ts';
import { createSandboxGateway } from '../../adapters/payments/sandbox-gateway.ts';
import type { Context } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';
import type { PurchaseRow } from './queries.ts';

const sandbox = createSandboxGateway();

/**
 * The gateway a purchase was made at, which may differ from today's. Test purchases and given plans get the test
 * gateway, which does nothing. Throws UnavailableError when the keys of Stripe are gone.
 */
export function gatewayOf(
  { payments }: Pick<Context, 'payments'>,
  { gateway }: Pick<PurchaseRow, 'gateway'>,
): PaymentGateway {
  if (gateway !== 'stripe') return sandbox;
  if (payments?.name !== 'stripe') throw new UnavailableError('payments.unavailable');
  return payments;
}

/** The gateway that is configured now. Throws UnavailableError when payments are off. */
export function currentGateway({ payments }: Pick<Context, 'payments'>): PaymentGateway {
  if (!payments) throw new UnavailableError('payments.off');
  return payments;
}
