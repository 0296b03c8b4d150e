import {
  type CreateEndpoint,
  type Endpoint,
  type EndpointDelivery,
  MAX_ENDPOINTS,
  type NewEndpoint,
  type UpdateEndpoint,
} from '@vitrin/shared/contract/endpoints.ts';
import { ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import { lackingCapability } from '@vitrin/shared/rules/capabilities.ts';
import { isIP } from 'node:net';
import { isAllowedOrigin, isSendable } from '../../../adapters/webhooks/post-webhook.ts';
import { isPublicAddress } from '../../../adapters/webhooks/public-address.ts';
import { newWebhookKeys, publicKeyOf } from '../../../adapters/webhooks/sign-webhook.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import type { PageRange } from '../../../database/pages.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, CountExceededError, NotFoundError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { capabilitiesOf, requireCapability } from '../../plans/access.ts';
import { messageId } from './deliver.ts';
import {
  countDeliveries,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listDeliveries,
  updateDelivery,
} from './delivery-queries.ts';
import {
  countOlder,
  deleteEndpointRow,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  stopEndpointsOf,
  updateEndpoint,
} from './endpoint-queries.ts';
import { openEndpoint, sealEndpoint } from './sealed-endpoint.ts';

const DAY_SECONDS = 24 * 3600;

type User = Pick<CurrentUser, 'id'>;

export async function getEndpoints(context: Pick<Context, 'db' | 'now'>, user: User): Promise<Endpoint[]> {
  const capabilities = await capabilitiesOf(context, user.id);
  const rows = await listEndpoints(context.db, user.id);
  return rows.map((row, index) =>
    toEndpoint(context, row, lackingCapability(capabilities, { webhooks: index + 1 }) === undefined),
  );
}

/** Makes an endpoint and shows its secret this once; throws PlanLacksError, CountExceededError, ValidationError on `url`. */
export async function createEndpoint(
  context: Context,
  user: User,
  { url, form, types = [...ProgramEventType.options] }: CreateEndpoint,
): Promise<NewEndpoint> {
  const target = readTarget(context, url, form);
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    const count = (await listEndpoints(tx.db, user.id)).length;
    if (count >= MAX_ENDPOINTS)
      throw new CountExceededError('programs.too_many_endpoints', { max: MAX_ENDPOINTS });
    await requireCapability(tx, user.id, { webhooks: count + 1 });
    const keys = newWebhookKeys();
    const row = await insertEndpoint(tx.db, {
      owner_id: user.id,
      origin: target.origin,
      sealed: sealEndpoint(tx.config, user.id, { url: target.href, keys }),
      form,
      types: JSON.stringify(types),
      public_key: publicKeyOf(keys),
      created_at: timestampOf(tx),
    });
    return { ...toEndpoint(tx, row, true), secret: keys.secret };
  });
}

/** Returns an endpoint's address; only IP addresses are checked now, and names when something is sent. */
function readTarget({ config }: Pick<Context, 'config'>, url: string, form: CreateEndpoint['form']): URL {
  const target = URL.parse(url);
  if (!target) throw new ValidationError({ url: 'programs.no_address' });
  target.hash = '';
  if (form === 'telegram' && !target.searchParams.get('chat_id'))
    throw new ValidationError({ url: 'programs.no_chat' });
  if (isAllowedOrigin(config, target)) return target;
  if (target.protocol !== 'https:') throw new ValidationError({ url: 'programs.https_only' });
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (!isSendable(target, config) || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw new ValidationError({ url: 'programs.refused_address' });
  return target;
}

/** Changes what an endpoint gets, stops it, or lets it go on. Throws NotFoundError for one that is not the user's. */
export async function updateOwnEndpoint(
  context: Context,
  user: User,
  id: number,
  { active, types }: UpdateEndpoint,
): Promise<Endpoint> {
  return inTransaction(context, async (tx) => {
    const before = await requireOwn(tx.db, user, id);
    const stop = {
      stopped_at: before.stopped_at ?? timestampOf(tx),
      stop_reason: before.stop_reason ?? 'owner',
    } as const;
    const goOn = { stopped_at: null, stop_reason: null, failing_since: null };
    const values = {
      ...(types && { types: JSON.stringify(types) }),
      ...(active !== undefined && (active ? goOn : stop)),
    };
    if (Object.keys(values).length > 0) await updateEndpoint(tx.db, id, values);
    return withStanding(tx, await requireOwn(tx.db, user, id));
  });
}

/** Gives an endpoint new secrets; earlier ones sign for another 24 hours. */
export async function rotateSecret(context: Context, user: User, id: number): Promise<NewEndpoint> {
  return inTransaction(context, async (tx) => {
    const before = await requireOwn(tx.db, user, id);
    const { url, keys: previous } = openEndpoint(tx.config, before);
    const keys = newWebhookKeys();
    await updateEndpoint(tx.db, id, {
      sealed: sealEndpoint(tx.config, user.id, { url, keys, previous }),
      public_key: publicKeyOf(keys),
      previous_until: timestampIn(tx, DAY_SECONDS),
    });
    const row = await requireOwn(tx.db, user, id);
    return { ...(await withStanding(tx, row)), secret: keys.secret };
  });
}

export async function deleteEndpoint(context: Context, user: User, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await requireOwn(tx.db, user, id);
    await deleteEndpointRow(tx.db, id);
  });
}

/** Sends a test to an endpoint, as a delivery like others. Throws ConflictError for an endpoint that is stopped. */
export async function sendTest(context: Context, user: User, id: number): Promise<EndpointDelivery> {
  return inTransaction(context, async (tx) => {
    const endpoint = await requireOwn(tx.db, user, id);
    if (endpoint.stopped_at !== null) throw new ConflictError('programs.endpoint_stopped');
    const now = timestampOf(tx);
    const row = { endpoint_id: id, event_id: null, state: 'waiting', next_at: now, created_at: now } as const;
    const [delivery_id] = await insertDeliveries(tx.db, [row]);
    return sendNow(tx, delivery_id ?? 0);
  });
}

/** Sends a delivery again under the same id; throws ConflictError while it waits or its endpoint is stopped. */
export async function sendAgain(
  context: Context,
  user: User,
  { id, number: deliveryId }: { id: number; number: number },
): Promise<EndpointDelivery> {
  return inTransaction(context, async (tx) => {
    const endpoint = await requireOwn(tx.db, user, id);
    const delivery = await findDelivery(tx.db, deliveryId);
    if (delivery?.endpoint_id !== id) throw new NotFoundError();
    if (endpoint.stopped_at !== null) throw new ConflictError('programs.endpoint_stopped');
    if ((delivery.leased_until ?? '') > timestampOf(tx)) throw new ConflictError('programs.delivery_waits');
    await updateDelivery(tx.db, deliveryId, { state: 'waiting', retries: 0, next_at: timestampOf(tx) });
    return sendNow(tx, deliveryId);
  });
}

async function sendNow(tx: Context, delivery_id: number): Promise<EndpointDelivery> {
  await enqueue(tx, 'deliver-webhook', { delivery_id });
  const row = await findDelivery(tx.db, delivery_id);
  if (!row) throw new NotFoundError();
  return toDelivery(row);
}

export async function getDeliveries(
  { db }: Pick<Context, 'db'>,
  user: User,
  id: number,
  range: PageRange,
): Promise<{ count: number; results: EndpointDelivery[] }> {
  const endpoint = await findEndpoint(db, id);
  if (endpoint?.owner_id !== user.id) throw new NotFoundError();
  const [count, rows] = await Promise.all([countDeliveries(db, id), listDeliveries(db, id, range)]);
  return { count, results: rows.map(toDelivery) };
}

/** Job: stops all endpoints of an account that was in wrong hands. */
export async function stopEndpoints(context: Context, { user_id }: { user_id: number }): Promise<void> {
  await stopEndpointsOf(context.db, user_id, { stopped_at: timestampOf(context), stop_reason: 'security' });
}

async function requireOwn(db: Database, user: User, id: number): Promise<EndpointRow> {
  await lockEndpoint(db, id);
  const row = await findEndpoint(db, id);
  if (row?.owner_id !== user.id) throw new NotFoundError();
  return row;
}

async function withStanding(tx: Pick<Context, 'db' | 'now'>, row: EndpointRow): Promise<Endpoint> {
  const webhooks = (await countOlder(tx.db, row)) + 1;
  const capabilities = await capabilitiesOf(tx, row.owner_id);
  return toEndpoint(tx, row, lackingCapability(capabilities, { webhooks }) === undefined);
}

function toEndpoint(context: Pick<Context, 'now'>, row: EndpointRow, acts: boolean): Endpoint {
  const { stopped_at: at, stop_reason: reason, previous_until } = row;
  return {
    id: row.id,
    address: `${row.origin}/…`,
    form: row.form,
    types: JSON.parse(row.types) as Endpoint['types'],
    public_key: row.public_key,
    created_at: row.created_at,
    stopped: at === null || reason === null ? null : { at, reason },
    failing_since: row.failing_since,
    previous_secret_until: (previous_until ?? '') > timestampOf(context) ? previous_until : null,
    acts,
  };
}

function toDelivery(row: DeliveryRow): EndpointDelivery {
  return {
    id: row.id,
    message: messageId(row),
    type: row.type ?? 'test',
    state: row.state,
    attempts: row.attempts,
    last_status: row.last_status,
    last_failure: row.last_failure,
    last_at: row.last_at,
    next_at: row.next_at,
    created_at: row.created_at,
  };
}
