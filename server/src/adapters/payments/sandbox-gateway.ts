import { InvalidEventError, type PaymentGateway } from './gateway.ts';

/** Makes the test gateway, with our screen as payment page and our rows as memory, so most calls do nothing. */
export function createSandboxGateway(): PaymentGateway {
  return {
    name: 'sandbox',
    needsBuyer: false,
    givesCredit: true,
    canResume: true,
    retriesByItself: true,
    reportsCheckouts: true,
    openCheckout: async ({ token }) => ({
      checkoutId: `test_checkout_${token}`,
      url: `/payment?token=${token}`,
    }),
    askCheckout: async () => null,
    askSubscription: async () => null,
    setCancelAtPeriodEnd: async (_subscriptionId, _cancel, now) => now.toISOString(),
    endNow: async (_subscriptionId, creditedPeriodEnd) => creditedPeriodEnd !== null,
    openCardForm: null,
    collectAgain: null,
    refund: async () => {},
    askReturned: async () => null,
    findPaymentOf: async () => null,
    listReturned: async () => [],
    restoreCredit: async () => {},
    readEvent: () => Promise.reject(new InvalidEventError('The test gateway sends no messages')),
  };
}
