import { InvalidEventError, type PaymentGateway } from './gateway.ts';

/**
 * The built-in test gateway: its payment page is a screen of ours, and no money moves. All it knows are our own rows,
 * so there is nothing to ask and nothing to tell anybody.
 */
export function createSandboxGateway(): PaymentGateway {
  return {
    name: 'sandbox',
    openCheckout: async ({ token }) => ({
      checkoutId: `test_checkout_${token}`,
      url: `/payment?token=${token}`,
    }),
    askCheckout: async () => null,
    askSubscription: async () => null,
    setCancelAtPeriodEnd: async () => {},
    endNow: async (_subscriptionId, creditedPeriodEnd) => creditedPeriodEnd !== null,
    refund: async () => {},
    restoreCredit: async () => {},
    readEvent: () => Promise.reject(new InvalidEventError('The test gateway sends no messages')),
  };
}
