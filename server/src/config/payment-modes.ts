/** How payments are taken: by one provider, by two of which each takes a currency, by the test gateway, or not at all. */
export const PAYMENT_MODES = ['stripe', 'iyzico', 'stripe,iyzico', 'sandbox', 'off'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];
