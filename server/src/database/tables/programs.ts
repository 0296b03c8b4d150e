import type { Generated } from 'kysely';
import type {
  DeliveryState,
  Endpoint,
  EndpointDelivery,
  EndpointForm,
} from '@vitrin/shared/contract/endpoints.ts';
import type { ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import type { Timestamp } from './timestamp.ts';

type StopReason = NonNullable<Endpoint['stopped']>['reason'];

/** An event sent to programs of a freelancer. Ids of one owner rise in the order of the commits. */
export type ProgramEventsTable = {
  id: Generated<number>;
  owner_id: number;
  project_id: number | null;
  /** The account of a client that it names, with which it is deleted. */
  client_id: number | null;
  version_id: number | null;
  type: ProgramEventType;
  /** JSON: ProgramEventData. */
  data: string;
  created_at: Timestamp;
};

export type EndpointsTable = {
  id: Generated<number>;
  owner_id: number;
  /** Origin of the endpoint's address, the only part that is shown. */
  origin: string;
  /** Encrypted JSON: its address and keys. */
  sealed: string;
  form: EndpointForm;
  types: string;
  public_key: string;
  /** The previous keys sign too until this time. */
  previous_until: Generated<Timestamp | null>;
  created_at: Timestamp;
  /** Every attempt since this time has failed. */
  failing_since: Generated<Timestamp | null>;
  stopped_at: Generated<Timestamp | null>;
  stop_reason: Generated<StopReason | null>;
  /** When the minute began in which `minute_count` attempts were made. */
  minute_at: Generated<Timestamp | null>;
  minute_count: Generated<number>;
};

/** A message to an endpoint; without an event it is a test. */
export type EndpointDeliveriesTable = {
  id: Generated<number>;
  endpoint_id: number;
  event_id: number | null;
  state: DeliveryState;
  attempts: Generated<number>;
  /** Number of failed attempts since it was last sent anew. */
  retries: Generated<number>;
  /** Names the attempt that is under way. */
  lease: Generated<string | null>;
  leased_until: Generated<Timestamp | null>;
  last_status: Generated<number | null>;
  last_failure: Generated<EndpointDelivery['last_failure']>;
  last_at: Generated<Timestamp | null>;
  next_at: Timestamp | null;
  created_at: Timestamp;
};
