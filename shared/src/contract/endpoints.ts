import { z } from 'zod';
import { Id, pageOf, Timestamp } from './common.ts';
import { ProgramEventType } from './program-events.ts';

/** Endpoints of one freelancer at most, whatever the plan. */
export const MAX_ENDPOINTS = 10;

const MAX_URL_LENGTH = 2000;

/** How the body of a delivery is written: by Standard Webhooks, or as a message that a chat shows. */
export const EndpointForm = z.enum(['standard', 'slack', 'discord', 'telegram']);
export type EndpointForm = z.infer<typeof EndpointForm>;

const EventTypes = z
  .array(ProgramEventType)
  .min(1)
  .max(ProgramEventType.options.length)
  .refine((types) => new Set(types).size === types.length, 'invalid');

export const CreateEndpoint = z.object({
  url: z.string({ error: 'required' }).trim().min(1, 'required').max(MAX_URL_LENGTH, 'too_long'),
  form: EndpointForm.default('standard'),
  /** Types of events that it gets; nothing for all. */
  types: EventTypes.optional(),
});
export type CreateEndpoint = z.infer<typeof CreateEndpoint>;

export const UpdateEndpoint = z.object({ active: z.boolean().optional(), types: EventTypes.optional() });
export type UpdateEndpoint = z.infer<typeof UpdateEndpoint>;

/** An endpoint as its owner sees it. Its address is a secret: only its origin is shown. */
export const Endpoint = z.object({
  id: Id,
  address: z.string(),
  form: EndpointForm,
  types: z.array(ProgramEventType),
  /** Checks signatures v1a. */
  public_key: z.string(),
  created_at: Timestamp,
  /** Why nothing is sent any more; null while it is. */
  stopped: z.object({ at: Timestamp, reason: z.enum(['owner', 'failures', 'gone', 'security']) }).nullable(),
  /** Since when every delivery has failed; null after one that did not. */
  failing_since: Timestamp.nullable(),
  /** Until when deliveries are signed by the secret of before, too. */
  previous_secret_until: Timestamp.nullable(),
  /** False while the plan lacks as many endpoints. */
  acts: z.boolean(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointPage = pageOf(Endpoint);

/** An endpoint that was made or has new secrets; `secret` checks signatures v1 and is shown this once. */
export const NewEndpoint = Endpoint.extend({ secret: z.string() });
export type NewEndpoint = z.infer<typeof NewEndpoint>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed', 'stopped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** A message to an endpoint, and how far it is; tests are no events. */
export const EndpointDelivery = z.object({
  id: Id,
  /** Id of the message, equal at every attempt. */
  message: z.string(),
  type: z.union([ProgramEventType, z.literal('test')]),
  state: DeliveryState,
  attempts: z.int(),
  /** Status of the last answer; null where there was none. */
  last_status: z.int().nullable(),
  /** Why the last attempt had no answer. */
  last_failure: z.enum(['refused_address', 'unknown_name', 'timeout', 'no_connection']).nullable(),
  last_at: Timestamp.nullable(),
  next_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type EndpointDelivery = z.infer<typeof EndpointDelivery>;

export const EndpointDeliveryPage = pageOf(EndpointDelivery);
