import { ConfigError } from '../errors.ts';
import type { Environment } from './environment.ts';
import type { PaymentMode } from './payment-modes.ts';

export type StripeConfig = { secretKey: string; webhookSecret: string; apiBase: string | undefined };

/** Keys of iyzico; `merchantId` where its notices are signed. `paymentPage` shows a checkout form by its token. */
export type IyzicoConfig = {
  apiKey: string;
  secretKey: string;
  merchantId: string | undefined;
  apiBase: string;
  paymentPage: string;
};

/** Keys of Stripe; undefined without one. Throws ConfigError for one without its webhook secret. */
export function stripeConfig(env: Environment): StripeConfig | undefined {
  if (!env.STRIPE_SECRET_KEY) {
    if (env.PAYMENTS?.includes('stripe'))
      throw new ConfigError(`STRIPE_SECRET_KEY is required when PAYMENTS is ${env.PAYMENTS}.`);
    return undefined;
  }
  if (!env.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.');
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE,
  };
}

/** Keys of iyzico; undefined without one. Throws ConfigError for one without its secret. */
export function iyzicoConfig(env: Environment): IyzicoConfig | undefined {
  const { IYZICO_API_KEY: apiKey, IYZICO_SECRET_KEY: secretKey } = env;
  if (!apiKey) {
    if (env.PAYMENTS?.includes('iyzico'))
      throw new ConfigError(`IYZICO_API_KEY is required when PAYMENTS is ${env.PAYMENTS}.`);
    return undefined;
  }
  if (!secretKey) throw new ConfigError('IYZICO_SECRET_KEY is required with IYZICO_API_KEY.');
  const apiBase = env.IYZICO_API_BASE ?? 'https://api.iyzipay.com';
  return {
    apiKey,
    secretKey,
    merchantId: env.IYZICO_MERCHANT_ID,
    apiBase,
    paymentPage: env.IYZICO_PAYMENT_PAGE ?? apiBase.replace(/(\/\/|-)api\./, '$1cpp.'),
  };
}

/** Returns PAYMENTS, else providers with keys, else the test gateway on http://localhost, else off (specification 7.9). */
export function paymentsMode(
  given: PaymentMode | undefined,
  { stripe, iyzico }: { stripe: StripeConfig | undefined; iyzico: IyzicoConfig | undefined },
  isLocal: boolean,
  protocol: string,
): PaymentMode {
  if (given) return given;
  if (stripe) return iyzico ? 'stripe,iyzico' : 'stripe';
  if (iyzico) return 'iyzico';
  return isLocal && protocol === 'http:' ? 'sandbox' : 'off';
}
