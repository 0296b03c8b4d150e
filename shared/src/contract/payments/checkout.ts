import { z } from 'zod';
import { Id, Timestamp, pageOf } from '../common.ts';
import { Buyer } from './buyer.ts';
import { LEGAL_TEXT_NAMES, Sha256 } from './legal.ts';
import { Currency } from '../plans.ts';

export const CreateCheckout = z.object({
  subscription_plan: Id,
  /** Hashes of the accepted texts; all of `GET /legal/` if there are any (specification 7.13). */
  accepted: z.array(Sha256).max(LEGAL_TEXT_NAMES.length).default([]),
  /** The buyer, if the settings say that the gateway asks for one (specification 7.14). */
  buyer: Buyer.optional(),
});
export type CreateCheckout = z.infer<typeof CreateCheckout>;

/** `amount` in whole units of `currency`. Valid only with address and token (specification 7.4). */
export const Checkout = z.object({
  /** Where to pay: a path of this site (test gateway) or an address of the payment provider. */
  checkout_url: z.string().min(1),
  token: z.string().min(1),
  subscription_plan: Id,
  amount: z.number(),
  currency: Currency,
});
export type Checkout = z.infer<typeof Checkout>;

/** The token may be missing from a truncated address, which has its own text (specification 7.5). */
export const VerifyPayment = z.object({ token: z.string().max(200).nullish() }).nullish();
export type VerifyPayment = z.infer<typeof VerifyPayment>;

const VerificationStatus = z.enum(['success', 'pending', 'failed']);

export const PaymentVerification = z.object({
  status: VerificationStatus,
  plan: z.string(),
  date: Timestamp.nullable(),
  transaction_id: z.string().nullable(),
});
export type PaymentVerification = z.infer<typeof PaymentVerification>;

export const PayInSandbox = z.object({ token: z.string().max(200), outcome: z.enum(['success', 'failure']) });
export type PayInSandbox = z.infer<typeof PayInSandbox>;

export const SandboxReturn = z.object({ return_url: z.string() });
export type SandboxReturn = z.infer<typeof SandboxReturn>;

export const SandboxOrder = z.object({ plan: z.string(), amount: z.number(), currency: Currency });
export type SandboxOrder = z.infer<typeof SandboxOrder>;

const PaymentGatewayName = z.enum(['stripe', 'iyzico', 'sandbox', 'off']);

/**
 * Gateways (at most two), currencies with a gateway that asks for a buyer, need of billing details (specification 7.20), and
 * address for questions.
 */
export const CheckoutSettings = z.object({
  gateway: PaymentGatewayName,
  buyer_needed_for: z.array(Currency),
  needs_billing_details: z.boolean(),
  contact_email: z.string(),
});
export type CheckoutSettings = z.infer<typeof CheckoutSettings>;

export const PlanCode = z.enum(['free', 'pro', 'enterprise']);
export type PlanCode = z.infer<typeof PlanCode>;

/** Specification 7.10, older subscription details. `storageUsed` in GB. */
export const SubscriptionDetails = z.object({
  plan: PlanCode,
  storageUsed: z.number(),
  projectCount: z.int(),
});
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>;

/** End of the right to withdraw from the current purchase; null without it (specification 7.13). */
export const Withdrawal = z.object({ until: Timestamp.nullable() });
export type Withdrawal = z.infer<typeof Withdrawal>;

/** Address at the payment provider to enter another card for the current plan (specification 7.18). */
export const CardForm = z.object({ url: z.string().min(1) });
export type CardForm = z.infer<typeof CardForm>;

export const SelectPlan = z.object({ plan: PlanCode });
export type SelectPlan = z.infer<typeof SelectPlan>;

export const PaymentStatus = z.enum(['paid', 'failed', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** A dispute at the payer's bank: undecided, won (the payment stands) or lost (specification 7.11). */
export const DisputeState = z.enum(['open', 'won', 'lost']);
export type DisputeState = z.infer<typeof DisputeState>;

export const Payment = z.object({
  id: Id,
  plan: z.string(),
  amount: z.number(),
  /** All of the amount if the status is `refunded`, a part of it if it is `paid`. */
  refunded_amount: z.number(),
  dispute: DisputeState.nullable(),
  disputed_amount: z.number(),
  currency: Currency,
  status: PaymentStatus,
  date: Timestamp,
  period_start: Timestamp,
  period_end: Timestamp,
  transaction_id: z.string(),
  has_invoice: z.boolean(),
  is_invoice_issued: z.boolean(),
  /** True for a payment at the test gateway, where no money moves. */
  is_test: z.boolean(),
});
export type Payment = z.infer<typeof Payment>;

export const IssuedInvoice = z.object({ url: z.url() });
export type IssuedInvoice = z.infer<typeof IssuedInvoice>;

export const PaymentPage = pageOf(Payment);
