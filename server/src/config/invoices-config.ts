import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';

type Seller = { title: string; address: string; taxOffice: string; taxNumber: string };

type ParasutSetting =
  | 'companyId'
  | 'clientId'
  | 'clientSecret'
  | 'username'
  | 'password'
  | 'productId'
  | 'accountId'
  | 'apiBase';

/** How invoices are made; prices include `vatPercent` of VAT. */
type InvoicesConfig = {
  seller: Seller;
  vatPercent: number;
  /** The account that issues invoices; undefined for drafts alone. */
  parasut: Record<ParasutSetting, string> | undefined;
};

/** Settings of invoices; undefined without INVOICES. Throws ConfigError where the seller is not complete. */
export function invoicesConfig(env: Environment): InvoicesConfig | undefined {
  if (env.INVOICES === undefined) return undefined;
  const needed = <Name extends keyof Environment>(name: Name, setting: string) => {
    const value = env[name];
    if (!value) throw new ConfigError(`${name} is required with ${setting}.`);
    return value as NonNullable<Environment[Name]>;
  };
  return {
    seller: {
      title: needed('COMPANY_TITLE', 'INVOICES'),
      address: needed('COMPANY_ADDRESS', 'INVOICES'),
      taxOffice: needed('COMPANY_TAX_OFFICE', 'INVOICES'),
      taxNumber: needed('COMPANY_TAX_NUMBER', 'INVOICES'),
    },
    vatPercent: env.VAT_PERCENT,
    parasut:
      env.INVOICES === 'parasut'
        ? {
            companyId: needed('PARASUT_COMPANY_ID', 'INVOICES=parasut'),
            clientId: needed('PARASUT_CLIENT_ID', 'INVOICES=parasut'),
            clientSecret: needed('PARASUT_CLIENT_SECRET', 'INVOICES=parasut'),
            username: needed('PARASUT_USERNAME', 'INVOICES=parasut'),
            password: needed('PARASUT_PASSWORD', 'INVOICES=parasut'),
            productId: needed('PARASUT_PRODUCT_ID', 'INVOICES=parasut'),
            accountId: needed('PARASUT_ACCOUNT_ID', 'INVOICES=parasut'),
            apiBase: env.PARASUT_API_BASE,
          }
        : undefined,
  };
}
