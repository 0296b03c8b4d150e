/** Two providers take a currency each. */
export const PAYMENT_MODES = ['stripe', 'iyzico', 'stripe,iyzico', 'sandbox', 'off'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];
