import type { Context } from '../../../context.ts';

/** Until when a fact of a deleted account is kept: KEEP_PAYMENTS_YEARS full years after its year (specification 3.16). */
export function keptUntil({ config }: Pick<Context, 'config'>, timestamp: string): string {
  const lastYear = new Date(timestamp).getUTCFullYear() + config.keepPaymentYears;
  return `${lastYear + 1}-01-01T00:00:00.000Z`;
}
