import type { Context } from '../../../context.ts';

/** Returns the end of keeping, KEEP_PAYMENTS_YEARS full years after its year (specification 3.16). */
export function keptUntil({ config }: Pick<Context, 'config'>, timestamp: string): string {
  return fullYearsAfter(timestamp, config.keepPaymentYears);
}

export function fullYearsAfter(timestamp: string, years: number): string {
  const lastYear = new Date(timestamp).getUTCFullYear() + years;
  return `${lastYear + 1}-01-01T00:00:00.000Z`;
}
