import type { PaymentGateway } from '../../adapters/payments/gateway.ts';
import { createSandboxGateway } from '../../adapters/payments/sandbox-gateway.ts';
import type { Context } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';
import type { PurchaseRow } from './queries.ts';

const sandbox = createSandboxGateway();

/**
 * The gateway a purchase was made at, which need not be today's. Nobody has to be told about test purchases and plans
 * the owner gave. Throws UnavailableError when the keys of its gateway are gone.
 */
export function gatewayOf(
  { payments }: Pick<Context, 'payments'>,
  { gateway }: Pick<PurchaseRow, 'gateway'>,
): PaymentGateway {
  if (gateway !== 'stripe') return sandbox;
  if (payments?.name !== 'stripe') throw new UnavailableError('payments.unavailable');
  return payments;
}

/** Today's gateway. Throws UnavailableError when payments are off. */
export function currentGateway({ payments }: Pick<Context, 'payments'>): PaymentGateway {
  if (!payments) throw new UnavailableError('payments.off');
  return payments;
}
