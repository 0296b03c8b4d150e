import {
  MAX_PROGRAM_EVENTS,
  PROGRAM_EVENT_DAYS,
  type ProgramEventData,
  type ProgramEvents,
  type ProgramEventsQuery,
  type ProgramEventType,
} from '@vitrin/shared/contract/program-events.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import { onlyProject } from '../../current/current-work.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockProgramEvents } from '../../database/locks.ts';
import type { Database } from '../../database/connect.ts';
import { enqueueAll } from '../../jobs/enqueue.ts';
import { tenantOfUser } from '../../tenants/tenant.ts';
import { insertDeliveries } from './endpoints/delivery-queries.ts';
import { sweepDeliveries } from './endpoints/sweep-deliveries.ts';
import { findOwner, listActive } from './endpoints/endpoint-queries.ts';
import {
  clientNamesOf,
  deleteSomeProgramEvents,
  insertProgramEvents,
  isVersionAnnounced,
  listProgramEvents,
  namesOf,
  versionNumbersOf,
} from './queries.ts';

type Tx = Pick<Context, 'db' | 'now'>;

/** Something that happened in the work of a freelancer, or to the account; names are looked up when it is announced. */
export type Announcement = {
  type: ProgramEventType;
  owner_id: number;
  project_id?: number;
  milestone_id?: number;
  version_id?: number;
  client_id?: number;
  payment?: NonNullable<ProgramEventData['payment']>;
};

const ROWS_AT_ONCE = 1000;
const DAY_SECONDS = 24 * 3600;

/** Writes events as a transaction's last step: it locks them per freelancer, so readers of an id have seen all before. */
export async function announce(tx: Tx, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const idsOf = (column: 'project_id' | 'milestone_id' | 'version_id' | 'client_id') => [
    ...new Set(announcements.flatMap((one) => one[column] ?? [])),
  ];
  const projects = await namesOf(tx.db, 'projects', idsOf('project_id'));
  const milestones = await namesOf(tx.db, 'milestones', idsOf('milestone_id'));
  const versions = await versionNumbersOf(tx.db, idsOf('version_id'));
  const clients = await clientNamesOf(tx.db, idsOf('client_id'));
  await lockProgramEvents(tx.db, [...new Set(announcements.map(({ owner_id }) => owner_id))]);
  const created_at = timestampOf(tx);
  const rows = announcements.map((one) => {
    const { type, owner_id, project_id, milestone_id, version_id, client_id, payment } = one;
    const data: ProgramEventData = {
      ...(project_id !== undefined && { project: { id: project_id, name: projects.get(project_id) ?? '' } }),
      ...(milestone_id !== undefined && {
        milestone: { id: milestone_id, name: milestones.get(milestone_id) ?? '' },
      }),
      ...(version_id !== undefined && {
        version: { id: version_id, version_number: versions.get(version_id) ?? '' },
      }),
      ...(client_id !== undefined && { client: { id: client_id, name: clients.get(client_id) ?? '' } }),
      ...(payment && { payment }),
    };
    return {
      owner_id,
      project_id: project_id ?? null,
      client_id: client_id ?? null,
      version_id: version_id ?? null,
      type,
      data: JSON.stringify(data),
      created_at,
    };
  });
  await push(tx, await insertProgramEvents(tx.db, rows));
}

async function push(
  tx: Tx,
  events: readonly { id: number; type: ProgramEventType; owner_id: number }[],
): Promise<void> {
  const owners = [...new Set(events.map(({ owner_id }) => owner_id))];
  const endpoints = await listActive(tx.db, owners);
  const now = timestampOf(tx);
  for (const { id: endpoint_id, owner_id, types } of endpoints) {
    const wanted = new Set(JSON.parse(types) as ProgramEventType[]);
    const rows = events.flatMap(({ id: event_id, type, ...event }) =>
      event.owner_id === owner_id && wanted.has(type)
        ? { endpoint_id, event_id, state: 'waiting' as const, next_at: now, created_at: now }
        : [],
    );
    const ids = await insertDeliveries(tx.db, rows);
    const tenant = await tenantOf(tx.db, owner_id);
    await enqueueAll(
      tx,
      'deliver-webhook',
      ids.map((delivery_id) => ({ payload: { delivery_id }, delaySeconds: 0, tenant })),
    );
  }
}

async function tenantOf(db: Database, ownerId: number): Promise<string> {
  const owner = await findOwner(db, ownerId);
  return tenantOfUser({ id: ownerId, owner_id: null, network: owner?.signup_network ?? null });
}

/** Announces that a client sees a version, unless done since it came; call it with the project locked. */
export async function announceReady(
  tx: Tx,
  {
    owner_id,
    project_id,
    version_id,
    ready_at,
  }: Required<Pick<Announcement, 'owner_id' | 'project_id' | 'version_id'>> & {
    ready_at: string;
  },
): Promise<void> {
  if (await isVersionAnnounced(tx.db, { version_id, type: 'version.ready', since: ready_at })) return;
  await announce(tx, [{ type: 'version.ready', owner_id, project_id, version_id }]);
}

/** Lists a freelancer's events after one, oldest first; a token of one project gets its events only. */
export async function getProgramEvents(
  { db }: Pick<Context, 'db'>,
  user: Pick<CurrentUser, 'id'>,
  { after = 0, limit = MAX_PROGRAM_EVENTS }: ProgramEventsQuery,
): Promise<ProgramEvents> {
  const rows = await listProgramEvents(db, {
    ownerId: user.id,
    projectId: onlyProject(),
    after,
    limit: limit + 1,
  });
  const results = rows.slice(0, limit).map(({ id, type, data, created_at }) => ({
    id,
    type,
    timestamp: created_at,
    data: JSON.parse(data) as ProgramEventData,
  }));
  return { results, after: results.at(-1)?.id ?? after, more: rows.length > limit };
}

export async function sweepPrograms(context: Tx): Promise<void> {
  await sweepDeliveries(context);
  const before = timestampIn(context, -PROGRAM_EVENT_DAYS * DAY_SECONDS);
  while ((await deleteSomeProgramEvents(context.db, before, ROWS_AT_ONCE)) > 0);
}
