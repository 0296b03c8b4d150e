import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { PaymentGateway } from '../../adapters/payments/gateway.ts';
import { createSandboxGateway } from '../../adapters/payments/sandbox-gateway.ts';
import type { Context } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';
import type { PurchaseRow } from './queries.ts';

const sandbox = createSandboxGateway();

/** Returns a purchase's own gateway, the test gateway for given plans; UnavailableError when its keys are gone. */
export function gatewayOf(
  context: Pick<Context, 'payments'>,
  { gateway }: Pick<PurchaseRow, 'gateway'>,
): PaymentGateway {
  if (gateway === 'sandbox' || gateway === 'owner') return sandbox;
  const found = findGateway(context, gateway);
  if (!found) throw new UnavailableError('payments.unavailable');
  return found;
}

/** The gateway that takes new payments in a currency. Throws UnavailableError when payments are off. */
export function currentGateway({ payments }: Pick<Context, 'payments'>, currency: Currency): PaymentGateway {
  if (!payments) throw new UnavailableError('payments.off');
  return payments.byCurrency[currency];
}

export function findGateway(
  { payments }: Pick<Context, 'payments'>,
  name: PaymentGateway['name'],
): PaymentGateway | undefined {
  return payments?.all.find((gateway) => gateway.name === name);
}

/** The configured gateways that a network lies between, so that they have to be asked. */
export function remoteGateways({ payments }: Pick<Context, 'payments'>): PaymentGateway[] {
  return (payments?.all ?? []).filter(({ name }) => name !== 'sandbox');
}
