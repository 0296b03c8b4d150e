import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';

/** Company as an invoice names its seller. */
type Seller = { title: string; address: string; taxOffice: string; taxNumber: string };

/** How invoices are made; prices include `vatPercent` of VAT. */
type InvoicesConfig = { seller: Seller; vatPercent: number; keptYears: number };

const NEEDED = ['COMPANY_TITLE', 'COMPANY_ADDRESS', 'COMPANY_TAX_OFFICE', 'COMPANY_TAX_NUMBER'] as const;

/** Settings of invoices; undefined without INVOICES. Throws ConfigError where the seller is not complete. */
export function invoicesConfig(env: Environment): InvoicesConfig | undefined {
  if (env.INVOICES === undefined) return undefined;
  const [title, address, taxOffice, taxNumber] = NEEDED.map((name) => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name} is required with INVOICES.`);
    return value;
  }) as [string, string, string, string];
  return {
    seller: { title, address, taxOffice, taxNumber },
    vatPercent: env.VAT_PERCENT,
    keptYears: env.INVOICES_KEPT_YEARS,
  };
}
