import { z } from 'zod';
import { Id, pageOf, Timestamp } from './common.ts';
import { ProgramEventType } from './program-events.ts';

export const MAX_ENDPOINTS = 10;

const MAX_URL_LENGTH = 2000;

/** Form of a delivery's body: Standard Webhooks, or the message of a chat. */
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
  public_key: z.string(),
  created_at: Timestamp,
  /** Reason why deliveries stopped; null while they go on. */
  stopped: z.object({ at: Timestamp, reason: z.enum(['owner', 'failures', 'gone', 'security']) }).nullable(),
  failing_since: Timestamp.nullable(),
  /** End of the additional signatures by the previous secret. */
  previous_secret_until: Timestamp.nullable(),
  /** False while the plan has fewer endpoints. */
  acts: z.boolean(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointPage = pageOf(Endpoint);

/** A new endpoint, or one with new secrets; `secret` checks signatures v1 and is shown only here. */
export const NewEndpoint = Endpoint.extend({ secret: z.string() });
export type NewEndpoint = z.infer<typeof NewEndpoint>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed', 'stopped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const EndpointDelivery = z.object({
  id: Id,
  /** Id of the message, the same at every attempt. */
  message: z.string(),
  type: z.union([ProgramEventType, z.literal('test')]),
  state: DeliveryState,
  attempts: z.int(),
  last_status: z.int().nullable(),
  last_failure: z.enum(['refused_address', 'unknown_name', 'timeout', 'no_connection']).nullable(),
  last_at: Timestamp.nullable(),
  next_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type EndpointDelivery = z.infer<typeof EndpointDelivery>;

export const EndpointDeliveryPage = pageOf(EndpointDelivery);
