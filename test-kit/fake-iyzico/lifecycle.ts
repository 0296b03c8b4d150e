import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import {
  IyzicoFault,
  type IyzicoState,
  requireFound,
  newReference,
  type Notice,
  type Order,
  type Subscription,
} from './state.ts';

/** Acts of a person on iyzico's page, and renewals by time; each leaves its notices. */
export function iyzicoLifecycle(state: IyzicoState) {
  let payments = 1000;
  return { pay, renew, failRenewal, retry, giveCard, retryByCall, cancelInPanel, refundInPanel };

  /** Pays on the form. Returns the reference of the subscription. */
  function pay(token: string): string {
    const form = requireFound(state.forms.get(token));
    const subscription: Subscription = {
      referenceCode: newReference(),
      customerReferenceCode: newReference(),
      pricingPlanReferenceCode: form.pricingPlanReferenceCode,
      subscriptionStatus: 'ACTIVE',
      anchor: state.now().toISOString(),
      orders: [],
    };
    state.subscriptions.set(subscription.referenceCode, subscription);
    form.subscription = subscription.referenceCode;
    collect(subscription, nextOrder(subscription));
    return subscription.referenceCode;
  }

  /** Collects the next month; false where nothing is collected any more. */
  function renew(reference: string): boolean {
    const subscription = requireFound(state.subscriptions.get(reference));
    if (subscription.subscriptionStatus === 'CANCELED') return false;
    collect(subscription, nextOrder(subscription));
    return true;
  }

  /** Refuses the next month; the card is declined until another one is given, or `refusedCards` is cleared. */
  function failRenewal(reference: string): void {
    const subscription = requireFound(state.subscriptions.get(reference));
    state.refusedCards.add(reference);
    refuse(subscription, nextOrder(subscription));
  }

  /** Enters another card on the form of a token. Charges nothing. */
  function giveCard(token: string): void {
    state.refusedCards.delete(requireFound(state.cardForms.get(token)).subscription);
  }

  /** Charges a refused order again, as the call of the API does: each call is an attempt. */
  function retryByCall(orderReference: string): void {
    const subscription = requireFound(
      [...state.subscriptions.values()].find(({ orders }) =>
        orders.some(({ referenceCode }) => referenceCode === orderReference),
      ),
    );
    const order = requireFound(
      subscription.orders.find(({ referenceCode }) => referenceCode === orderReference),
    );
    if (order.orderStatus === 'SUCCESS' || subscription.subscriptionStatus !== 'UNPAID')
      throw new IyzicoFault('201603', 'The order is not refused');
    if (!state.refusedCards.has(subscription.referenceCode)) return collect(subscription, order);
    refuse(subscription, order);
    throw new IyzicoFault('10051', 'The card was refused');
  }

  /** Collects the month that was refused. */
  function retry(reference: string): void {
    const subscription = requireFound(state.subscriptions.get(reference));
    collect(subscription, requireFound(subscription.orders.at(-1)));
  }

  function cancelInPanel(reference: string): void {
    requireFound(state.subscriptions.get(reference)).subscriptionStatus = 'CANCELED';
  }

  function refundInPanel(paymentId: number, price: number): void {
    requireFound(state.payments.get(paymentId)).refunds.push({ price, day: dayOf(state) });
  }

  function nextOrder(subscription: Subscription): Order {
    const plan = requireFound(
      state.plans.find(({ referenceCode }) => referenceCode === subscription.pricingPlanReferenceCode),
    );
    const startOf = (month: number) => Date.parse(monthsAfter(subscription.anchor, month));
    const month = subscription.orders.length;
    const order: Order = {
      referenceCode: newReference(),
      price: plan.price,
      currencyCode: plan.currencyCode,
      startPeriod: startOf(month),
      endPeriod: startOf(month + 1),
      orderStatus: 'WAITING',
      paymentAttempts: [],
    };
    subscription.orders.push(order);
    return order;
  }

  function collect(subscription: Subscription, order: Order): void {
    const paymentId = ++payments;
    const { price, currencyCode: currency } = order;
    state.payments.set(paymentId, { paymentId, price, currency, day: dayOf(state), refunds: [] });
    order.paymentAttempts.push({ paymentId, paymentStatus: 'SUCCESS', createdDate: state.now().getTime() });
    order.orderStatus = 'SUCCESS';
    subscription.subscriptionStatus = 'ACTIVE';
    notify(subscription, order, 'subscription.order.success');
  }

  function refuse(subscription: Subscription, order: Order): void {
    order.paymentAttempts.push({
      paymentId: null,
      paymentStatus: 'FAILED',
      createdDate: state.now().getTime(),
    });
    order.orderStatus = 'FAILED';
    subscription.subscriptionStatus = 'UNPAID';
    notify(subscription, order, 'subscription.order.failure');
  }

  function notify(subscription: Subscription, order: Order, iyziEventType: Notice['iyziEventType']): void {
    state.notices.push({
      orderReferenceCode: order.referenceCode,
      customerReferenceCode: subscription.customerReferenceCode,
      subscriptionReferenceCode: subscription.referenceCode,
      iyziReferenceCode: newReference(),
      iyziEventType,
      iyziEventTime: state.now().getTime(),
    });
  }
}

function dayOf({ now }: IyzicoState): string {
  return now().toISOString().slice(0, 10);
}
