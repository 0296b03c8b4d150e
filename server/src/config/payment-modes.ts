/** Payments go to one provider, to two that take a currency each, to the test gateway, or are off. */
export const PAYMENT_MODES = ['stripe', 'iyzico', 'stripe,iyzico', 'sandbox', 'off'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];
