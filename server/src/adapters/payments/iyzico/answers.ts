import { centsOf } from '@vitrin/shared/rules/money/cents.ts';
import { Currency } from '@vitrin/shared/contract/plans.ts';
import { z } from 'zod';

/** Everything that is read of iyzico's answers (decision 0242); all other fields are ignored. */

export const Refusal = z.object({ status: z.literal('failure'), errorCode: z.string().catch('none') });

/** Milliseconds, as a number or its digits, or ISO 8601; read as ISO 8601. */
const Moment = z.union([z.number(), z.string()]).transform((given, context) => {
  const date = new Date(/^\d+$/.test(String(given)) ? Number(given) : given);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  context.addIssue('no time');
  return z.NEVER;
});

/** An amount in units, read as whole cents. */
const Cents = z.union([z.number(), z.string()]).transform((given, context) => {
  const cents = centsOf(given);
  if (cents !== null) return cents;
  context.addIssue('no amount in whole cents');
  return z.NEVER;
});

const Name = z.union([z.number(), z.string()]).transform(String);

export const Done = z.object({ status: z.literal('success'), systemTime: Moment });

const answerWith = <T extends z.ZodType>(data: T) => Done.extend({ data });

const PricingPlan = z.object({ referenceCode: z.string(), name: z.string() });
export const Products = answerWith(
  z.object({
    items: z.array(
      z.object({
        referenceCode: z.string(),
        name: z.string(),
        pricingPlans: z.array(PricingPlan).nullish(),
      }),
    ),
  }),
);
export const Created = answerWith(z.object({ referenceCode: z.string() }));

export const OpenedForm = Done.extend({ token: z.string().min(1), paymentPageUrl: z.url().optional() });

export const PaidForm = answerWith(z.object({ referenceCode: z.string() }));

const Attempt = z.object({ paymentId: Name.nullish(), paymentStatus: z.string(), createdDate: Moment });

const Order = z.object({
  referenceCode: z.string(),
  price: Cents,
  currencyCode: Currency,
  startPeriod: Moment,
  endPeriod: Moment,
  paymentAttempts: z.array(Attempt).nullish(),
});
export type Order = z.output<typeof Order>;

/** A payment plan's subscription: one in a list of one. */
export const Subscriptions = answerWith(
  z.object({
    items: z
      .array(
        z.object({
          referenceCode: z.string(),
          customerReferenceCode: z.string(),
          subscriptionStatus: z.string(),
          orders: z.array(Order).nullish(),
        }),
      )
      .min(1),
  }),
);
export type Subscription = z.output<typeof Subscriptions>['data']['items'][number];

const Refunded = z.object({ refundPrice: Cents, refundStatus: z.union([z.string(), z.number()]) });
const Cancelled = z.object({
  cancelPrice: Cents.optional(),
  cancelStatus: z.union([z.string(), z.number()]),
});

/** A payment with its returns: refunds later, cancels on the day of the payment. */
export const PaymentDetails = Done.extend({
  payments: z
    .array(
      z.object({
        paidPrice: Cents,
        currency: Currency,
        cancels: z.array(Cancelled).nullish(),
        itemTransactions: z.array(z.object({ refunds: z.array(Refunded).nullish() })).nullish(),
      }),
    )
    .min(1),
});

export const Transactions = Done.extend({
  totalPageCount: z.number(),
  transactions: z.array(z.object({ transactionType: z.string(), paymentId: Name.nullish() })),
});

/** A text of a notice, which anybody may send: references are short, and PostgreSQL takes no null character. */
const Reference = z
  .string()
  .max(200)
  .regex(/^[\x20-\x7e]*$/);

/** A notice. It is a hint only, so no more of it is read than where to ask. */
export const Notice = z.object({
  iyziEventType: Reference,
  iyziReferenceCode: Reference,
  subscriptionReferenceCode: Reference,
  orderReferenceCode: Reference,
  customerReferenceCode: Reference,
});
export type Notice = z.output<typeof Notice>;
