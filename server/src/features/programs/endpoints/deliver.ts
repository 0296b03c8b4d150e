import { randomUUID } from 'node:crypto';
import type { ProgramEventData } from '@vitrin/shared/contract/program-events.ts';
import { lackingCapability } from '@vitrin/shared/rules/capabilities.ts';
import { type PostOutcome, postWebhook, type WebhookPost } from '../../../adapters/webhooks/post-webhook.ts';
import { signatureHeaders } from '../../../adapters/webhooks/sign-webhook.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { capabilitiesOf } from '../../plans/access.ts';
import {
  countLeases,
  countWaiting,
  type DeliveryRow,
  findDelivery,
  updateDelivery,
} from './delivery-queries.ts';
import {
  countOlder,
  type EndpointRow,
  findEndpoint,
  findOwner,
  lockEndpoint,
  updateEndpoint,
} from './endpoint-queries.ts';
import { type DeliveredEvent, writeMessage } from './message.ts';
import { retrySeconds } from './retries.ts';
import { openEndpoint } from './sealed-endpoint.ts';
import { mailStopped } from './stopped-mail.ts';

/** Longer than an attempt lasts: after it another instance may take the delivery of one that died. */
const LEASE_SECONDS = 60;
const AT_ONCE = 2;
const A_MINUTE = 60;
const MINUTE_SECONDS = 60;
/** An endpoint is stopped after all of its deliveries have failed for so long. */
const FAILING_SECONDS = 3 * 24 * 3600;
const GONE = 410;

type Claim = { lease: string; endpoint: EndpointRow; delivery: DeliveryRow };

/** Job: makes one attempt at a time, outside of transactions; after a crash, a receiver may get the same id again. */
export async function deliver(
  context: Context,
  { delivery_id }: { delivery_id: number },
  signal: AbortSignal,
): Promise<void> {
  const claim = await inTransaction(context, (tx) => claimDelivery(tx, delivery_id));
  if (!claim) return;
  const outcome = await postWebhook(context.config, { ...(await write(context, claim)), signal });
  if (signal.aborted && 'failure' in outcome) {
    await inTransaction(context, (tx) => release(tx, claim));
    throw new Error('The server stops');
  }
  await inTransaction(context, (tx) => note(tx, claim, outcome));
}

/** Takes a delivery that is due; undefined if it is not, when a waiting one gets a later job. */
async function claimDelivery(tx: Context, id: number): Promise<Claim | undefined> {
  const found = await findDelivery(tx.db, id);
  if (!found) return undefined;
  await lockEndpoint(tx.db, found.endpoint_id);
  const endpoint = await findEndpoint(tx.db, found.endpoint_id);
  const delivery = await findDelivery(tx.db, id);
  if (!endpoint || delivery?.state !== 'waiting') return undefined;
  if (await isStopped(tx, endpoint)) {
    await updateDelivery(tx.db, id, { state: 'stopped', next_at: null });
    return undefined;
  }
  const wait = await secondsToWait(tx, endpoint, delivery);
  if (wait > 0) {
    await enqueue(tx, 'deliver-webhook', { delivery_id: id }, wait);
    return undefined;
  }
  const now = timestampOf(tx);
  const lease = randomUUID();
  await updateDelivery(tx.db, id, {
    lease,
    leased_until: timestampIn(tx, LEASE_SECONDS),
    attempts: delivery.attempts + 1,
    last_at: now,
  });
  const isNewMinute = minuteEnd(endpoint) <= Date.parse(now);
  await updateEndpoint(
    tx.db,
    endpoint.id,
    isNewMinute ? { minute_at: now, minute_count: 1 } : { minute_count: endpoint.minute_count + 1 },
  );
  return { lease, endpoint, delivery };
}

/** True for a stopped endpoint and for one beyond the plan, which goes on after an upgrade. */
async function isStopped(tx: Context, endpoint: EndpointRow): Promise<boolean> {
  if (endpoint.stopped_at !== null) return true;
  const webhooks = (await countOlder(tx.db, endpoint)) + 1;
  return lackingCapability(await capabilitiesOf(tx, endpoint.owner_id), { webhooks }) !== undefined;
}

/** Returns the seconds until an attempt may begin, by its time, another's lease, and the limits at once and a minute. */
async function secondsToWait(tx: Context, endpoint: EndpointRow, delivery: DeliveryRow): Promise<number> {
  const now = tx.now().getTime();
  const until = (time: string | null) => (time === null ? 0 : (Date.parse(time) - now) / 1000);
  const own = Math.max(until(delivery.next_at), until(delivery.leased_until));
  if (own > 0) return own;
  const left = endpoint.minute_count >= A_MINUTE ? Math.max(0, (minuteEnd(endpoint) - now) / 1000) : 0;
  if (left === 0 && (await countLeases(tx.db, endpoint.id, timestampOf(tx))) < AT_ONCE) return 0;
  // Those that wait come back one a second, so that many of them cost no more than as many attempts.
  return Math.max(left, 1) + Math.random() * (await countWaiting(tx.db, endpoint.id));
}

function minuteEnd({ minute_at }: EndpointRow): number {
  return minute_at === null ? 0 : Date.parse(minute_at) + MINUTE_SECONDS * 1000;
}

async function write(context: Context, { endpoint, delivery }: Claim): Promise<WebhookPost> {
  const { db, config, now } = context;
  const { url, keys, previous } = openEndpoint(config, endpoint);
  const owner = await findOwner(db, endpoint.owner_id);
  const reader = { language: owner?.language ?? 'en', publicUrl: config.publicUrl };
  const message = writeMessage(endpoint.form, url, eventOf(delivery), reader);
  const headers = { 'content-type': 'application/json', 'user-agent': 'Vitrin-Webhooks/1' };
  if (endpoint.form !== 'standard') return { ...message, headers };
  const isSignedTwice = previous && (endpoint.previous_until ?? '') > timestampOf(context);
  const signed = { id: messageId(delivery), at: now(), body: message.body };
  return {
    ...message,
    headers: { ...headers, ...signatureHeaders(isSignedTwice ? [keys, previous] : [keys], signed) },
  };
}

function eventOf({ event_id, type, data, happened_at, created_at }: DeliveryRow): DeliveredEvent {
  return {
    type: type ?? 'test',
    id: event_id ?? undefined,
    timestamp: happened_at ?? created_at,
    data: data === null ? {} : (JSON.parse(data) as ProgramEventData),
  };
}

/** Returns the id of a delivery's message, the same at every attempt. */
export function messageId({ id, event_id }: Pick<DeliveryRow, 'id' | 'event_id'>): string {
  return event_id === null ? `test_${id}` : `evt_${event_id}_${id}`;
}

/** Releases an attempt that was cut off by a stop of the server, so that it begins anew at once. */
async function release(tx: Context, { lease, delivery }: Claim): Promise<void> {
  const current = await findDelivery(tx.db, delivery.id);
  if (current?.lease === lease) await updateDelivery(tx.db, delivery.id, { lease: null, leased_until: null });
}

/** Notes how an attempt ended, and enqueues the next one; nothing where its lease was over and another one was made. */
async function note(
  tx: Context,
  { lease, delivery: { id }, endpoint: { id: endpointId } }: Claim,
  outcome: PostOutcome,
) {
  await lockEndpoint(tx.db, endpointId);
  const delivery = await findDelivery(tx.db, id);
  const endpoint = await findEndpoint(tx.db, endpointId);
  if (!endpoint || delivery?.lease !== lease) return;
  const ended = {
    lease: null,
    leased_until: null,
    last_status: 'status' in outcome ? outcome.status : null,
    last_failure: 'failure' in outcome ? outcome.failure : null,
  };
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
    await updateDelivery(tx.db, id, { ...ended, state: 'delivered', next_at: null });
    if (endpoint.failing_since !== null) await updateEndpoint(tx.db, endpointId, { failing_since: null });
    return;
  }
  const retries = delivery.retries + 1;
  const isGone = 'status' in outcome && outcome.status === GONE;
  const retryAfter = 'status' in outcome ? outcome.retryAfter : undefined;
  const pause = isGone
    ? undefined
    : retrySeconds(retries, { retryAfter, now: tx.now(), random: Math.random() });
  await updateDelivery(tx.db, id, {
    ...ended,
    retries,
    state: pause === undefined ? 'failed' : 'waiting',
    next_at: pause === undefined ? null : timestampIn(tx, pause),
  });
  if (pause !== undefined) await enqueue(tx, 'deliver-webhook', { delivery_id: id }, pause);
  await noteFailure(tx, endpoint, isGone);
}

/** Stops an endpoint that says it is gone, or has failed for three days, with a mail to its owner. */
async function noteFailure(tx: Context, endpoint: EndpointRow, isGone: boolean): Promise<void> {
  const now = timestampOf(tx);
  const failing_since = endpoint.failing_since ?? now;
  const isOver = failing_since <= timestampIn(tx, -FAILING_SECONDS);
  if ((!isGone && !isOver) || endpoint.stopped_at !== null) {
    if (endpoint.failing_since === null) await updateEndpoint(tx.db, endpoint.id, { failing_since });
    return;
  }
  const stop_reason = isGone ? 'gone' : 'failures';
  await updateEndpoint(tx.db, endpoint.id, { failing_since, stopped_at: now, stop_reason });
  await mailStopped(tx, endpoint, stop_reason);
}
