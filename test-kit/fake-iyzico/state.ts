import { randomUUID } from 'node:crypto';

type Attempt = { paymentId: number | null; paymentStatus: 'SUCCESS' | 'FAILED'; createdDate: number };

/** One month of a subscription. */
export type Order = {
  referenceCode: string;
  price: number;
  currencyCode: string;
  startPeriod: number;
  endPeriod: number;
  orderStatus: 'SUCCESS' | 'WAITING' | 'FAILED';
  paymentAttempts: Attempt[];
};

export type Subscription = {
  referenceCode: string;
  customerReferenceCode: string;
  pricingPlanReferenceCode: string;
  subscriptionStatus: 'ACTIVE' | 'UNPAID' | 'CANCELED';
  /** When the first period began (ISO 8601). */
  anchor: string;
  orders: Order[];
};

type PricingPlan = { referenceCode: string; name: string; price: number; currencyCode: string };

export type Form = {
  token: string;
  conversationId: string;
  callbackUrl: string;
  pricingPlanReferenceCode: string;
  customer: Record<string, unknown>;
  subscription: string | null;
};

export type Payment = { paymentId: number; price: number; currency: string; day: string; refunds: Refund[] };
type Refund = { price: number; day: string };

export type Notice = {
  orderReferenceCode: string;
  customerReferenceCode: string;
  subscriptionReferenceCode: string;
  iyziReferenceCode: string;
  iyziEventType: 'subscription.order.success' | 'subscription.order.failure';
  iyziEventTime: number;
};

/** iyzico's data, and its clock. */
export type IyzicoState = {
  now: () => Date;
  /** Null until a product is made. */
  product: { referenceCode: string; name: string } | null;
  plans: PricingPlan[];
  forms: Map<string, Form>;
  subscriptions: Map<string, Subscription>;
  payments: Map<number, Payment>;
  /** Forms for another card, by token. */
  cardForms: Map<string, { subscription: string; callbackUrl: string }>;
  /** Subscriptions with a card that is refused at present. */
  refusedCards: Set<string>;
  notices: Notice[];
};

export function emptyState(): IyzicoState {
  return {
    now: () => new Date(),
    product: null,
    plans: [],
    forms: new Map(),
    subscriptions: new Map(),
    payments: new Map(),
    cardForms: new Map(),
    refusedCards: new Set(),
    notices: [],
  };
}

/** A refusal as iyzico answers it. */
export class IyzicoFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws iyzico's refusal for a name that it does not know. */
export function requireFound<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new IyzicoFault('201600', 'Not found');
}

export const newReference = (): string => randomUUID();
