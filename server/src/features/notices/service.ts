import type { Unopened } from '@vitrin/shared/contract/figures/looks.ts';
import type { MailPreview, ReadyMessage, VersionNotices } from '@vitrin/shared/contract/notices.ts';
import { DEFAULT_ZONE, mondayOf, weekIn } from '@vitrin/shared/rules/time/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { type MessageKey, translate } from '../../i18n/messages.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { issueInvitation } from '../auth/service.ts';
import {
  findPeople,
  findReaders,
  hurryNotice,
  keepReader,
  listNoticesOf,
  listTimeZones,
  type NewNotice,
} from './queries.ts';
import { isRegistered } from '../users/service.ts';
import { previewMail } from './mails.ts';
import { aboutVersion, writeNotice, writeNewNotices } from './write.ts';
import { listReaders } from './reader-queries.ts';
import { readClientMailState, type ClientMailState } from './client-mail-state.ts';
import { listUnopenedVersions } from './week-queries.ts';
import { findNewestWithWork, type MailedVersion } from './version-queries.ts';

/** A version is ready once nothing came for so long, and a milestone is completed once it has stayed so. */
const QUIET_SECONDS = 5 * 60;

const UNOPENED_SECONDS = 3 * 24 * 3600;

/** Hour on Monday, in the reader's time zone, when the weekly summary is sent. */
const SUMMARY_HOUR = 8;

const MOST_UNOPENED = 5;

type Tx = Pick<Context, 'db' | 'now'>;

/** Keeps the readers of a part from being deleted; by the order of locks, call it before the project is locked. */
export async function keepReaderOf(
  { db }: Pick<Context, 'db'>,
  table: 'versions' | 'milestones',
  id: number,
): Promise<void> {
  await keepReader(db, { table, id });
}

/**
 * Writes a version's notices after a file or a new time: due five quiet minutes after it is visible, and to its
 * freelancer after three days unopened (specification 9.14). A draft has none. `isTimeSet`: it may be due earlier
 * than before.
 */
export async function notifyOfVersion(
  tx: Tx,
  versionId: number,
  { isTimeSet = false }: { isTimeSet?: boolean } = {},
): Promise<void> {
  const version = await findReaders(tx.db, versionId);
  if (!version?.customer_id || version.ready_at === null) return;
  const ids = { project_id: version.project_id, version_id: versionId };
  const now = timestampOf(tx);
  const readers = await listReaders(tx.db, version.customer_id);
  for (const [kind, reader] of [
    ...readers.map((id) => ['version_ready', id] as const),
    ['version_unopened', version.owner_id] as const,
  ]) {
    const due_at = dueAfter(kind, version.ready_at, now);
    await writeNotice(tx, { ...aboutVersion(tx, kind, reader, ids, 0), due_at }, { isEarlier: isTimeSet });
  }
}

const DELAYS = { version_ready: QUIET_SECONDS, version_unopened: UNOPENED_SECONDS };

/** Returns the time when this notice is due for a version that becomes visible at `readyAt`, or has before. */
export function dueAfter(kind: keyof typeof DELAYS, readyAt: string, now: string): string {
  const from = Math.max(Date.parse(readyAt), Date.parse(now));
  return new Date(from + DELAYS[kind] * 1000).toISOString();
}

/** Writes notices for a project's new customer: the newest visible version counts as unopened from now. */
export async function notifyNewClient(tx: Tx, projectId: number, ownerId: number): Promise<void> {
  const newest = await findNewestWithWork(tx.db, projectId, timestampOf(tx));
  if (!newest) return;
  const version = { project_id: projectId, version_id: newest.id };
  await writeNotice(tx, aboutVersion(tx, 'version_unopened', ownerId, version, UNOPENED_SECONDS));
}

/** Writes notices of a completed milestone, due if it is still completed in five minutes (specification 9.14). */
export async function notifyOfMilestone(tx: Tx, milestoneId: number): Promise<void> {
  const people = await findPeople(tx.db, { table: 'milestones', id: milestoneId });
  if (!people?.customer_id) return;
  for (const user_id of await listReaders(tx.db, people.customer_id))
    await writeNotice(tx, {
      kind: 'milestone_completed',
      user_id,
      subject_id: milestoneId,
      project_id: people.project_id,
      version_id: null,
      milestone_id: milestoneId,
      due_at: timestampIn(tx, QUIET_SECONDS),
      created_at: timestampOf(tx),
    });
}

type Done = { owner_id: number; project_id: number; version_id: number };

/** Writes notices of customers' first looks at versions, due at once; call it with the rows locked. */
export function notifyOfLooks(tx: Tx, looks: readonly Done[]): Promise<void> {
  return notifyOfFirst(tx, 'first_look', looks, 0);
}

/** Writes notices of first complete files, due minutes later, with the other files; call it with the rows locked. */
export function notifyOfDownloads(tx: Tx, downloads: readonly Done[]): Promise<void> {
  return notifyOfFirst(tx, 'first_download', downloads, QUIET_SECONDS);
}

/** Writes a notice for a version's first event; most are not the first, so earlier notices are read before writing. */
async function notifyOfFirst(
  tx: Tx,
  kind: 'first_look' | 'first_download',
  done: readonly Done[],
  seconds: number,
): Promise<void> {
  const byVersion = new Map(done.map((one) => [one.version_id, one]));
  if (byVersion.size === 0) return;
  for (const existing of await listNoticesOf(tx.db, [...byVersion.keys()]))
    if (existing.kind === kind && existing.user_id === byVersion.get(existing.version_id ?? 0)?.owner_id)
      byVersion.delete(existing.version_id ?? 0);
  const left = [...byVersion.values()];
  await writeNewNotices(
    tx,
    left.map((one) => aboutVersion(tx, kind, one.owner_id, one, seconds)),
  );
}

/** Length of the beginning of a time that names its minute in UTC, as in 2026-11-20T14:05. */
const MINUTE_LENGTH = 16;

/** Schedules a summary of the week for these freelancers on the next Monday. */
export async function scheduleSummaries(
  tx: Tx,
  happened: readonly { owner_id: number; at: string }[],
): Promise<void> {
  if (happened.length === 0) return;
  const ids = [...new Set(happened.map(({ owner_id }) => owner_id))];
  const zones = new Map((await listTimeZones(tx.db, ids)).map(({ id, time_zone }) => [id, time_zone]));
  // One event a minute is enough, because time zones differ by whole minutes.
  const minutes = new Map(happened.map((one) => [`${one.owner_id} ${one.at.slice(0, MINUTE_LENGTH)}`, one]));
  const notices = Array.from(minutes.values(), ({ owner_id, at }): NewNotice => {
    const zone = zones.get(owner_id) ?? DEFAULT_ZONE;
    const week = weekIn(zone, new Date(at));
    return {
      kind: 'weekly_summary',
      user_id: owner_id,
      subject_id: week,
      project_id: null,
      version_id: null,
      milestone_id: null,
      due_at: mondayOf(zone, week + 1, SUMMARY_HOUR).toISOString(),
      created_at: timestampOf(tx),
    };
  });
  await writeNewNotices(tx, notices);
}

export async function getVersionNotices(tx: Tx, versionId: number): Promise<VersionNotices> {
  const mailState = await requireClientMailState(tx.db, versionId);
  const { version, ready, reminder } = mailState;
  const now = timestampOf(tx);
  return {
    client: version.customer_id === null ? null : readerOf(version),
    reached: mailState.isReached('version_ready'),
    opened: version.opened === 1,
    ready,
    reminder,
    can_tell: whyNot(mailState, 'version_ready', now) === undefined,
    can_remind: whyNot(mailState, 'version_reminder', now) === undefined,
  };
}

/** Mails a version soon, even after a refusal; ConflictError if it cannot go. Call it with people and project locked. */
export async function notifyClient(tx: Tx, kind: ClientMail, versionId: number): Promise<void> {
  const mailState = await requireClientMailState(tx.db, versionId);
  const reason = whyNot(mailState, kind, timestampOf(tx));
  if (reason !== undefined) throw new ConflictError(reason);
  const { customer_id, project_id } = mailState.version;
  if (customer_id === null) throw new ConflictError('notices.no_client');
  for (const reader of mailState.readers) {
    const notice = aboutVersion(tx, kind, reader, { project_id, version_id: versionId }, 0);
    const id = await hurryNotice(tx.db, notice);
    if (id === undefined) await writeNewNotices(tx, [notice]);
    else await enqueue(tx, 'claim-notice', { notice_id: id });
  }
}

/** Returns the reminder that would be sent now; throws ConflictError without a client. */
export async function previewReminder(
  { db, config }: Pick<Context, 'db' | 'config'>,
  versionId: number,
): Promise<MailPreview> {
  const { version } = await requireClientMailState(db, versionId);
  const { language, username } = version;
  if (language === null || username === null) throw new ConflictError('notices.no_client');
  const notice = { ...version, language, username, kind: 'version_reminder' as const };
  return previewMail(notice, config.publicUrl);
}

/** Returns a message to send by other means, with the project's or registration link; ConflictError if no client sees it. */
export async function getReadyMessage(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  versionId: number,
): Promise<ReadyMessage> {
  const { version } = await requireClientMailState(context.db, versionId);
  const { customer_id, language, username } = version;
  if (customer_id === null || language === null || username === null)
    throw new ConflictError('notices.no_client');
  if (!isSeen(version, timestampOf(context))) throw new ConflictError('notices.not_ready');
  const token = isRegistered(version) ? null : invitationFor(context, customer_id, version);
  const link = new URL(
    token ? '/customer-register' : `/projects/${version.project_id}`,
    context.config.publicUrl,
  );
  if (token) link.searchParams.set('token', token);
  const text = translate(language, token ? 'messages.ready_invited' : 'messages.ready', {
    reader: readerOf(version),
    username,
    project: version.project_name,
    version: version.version_number,
    link: link.href,
  });
  return { text };
}

/** Lists a freelancer's visible, unopened versions, those that wait longest first. */
export async function getUnopened(
  context: Pick<Context, 'db' | 'now'>,
  user: Pick<CurrentUser, 'id'>,
): Promise<Unopened> {
  const rows = await listUnopenedVersions(context.db, user.id, MOST_UNOPENED, timestampOf(context));
  return rows.flatMap(({ project_id, name, version_id, version_number, client, ready_at }) =>
    ready_at === null
      ? []
      : { project: { id: project_id, name }, version: { id: version_id, version_number }, client, ready_at },
  );
}

type ClientMail = 'version_ready' | 'version_reminder';

function invitationFor(
  context: Pick<Context, 'config' | 'now'>,
  id: number,
  { password_hash, verifications, addresses }: MailedVersion,
): string | null {
  const has_verified_email = (addresses ?? 0) > 0;
  return issueInvitation(context, {
    id,
    password_hash,
    verifications: verifications ?? 0,
    has_verified_email,
  });
}

function readerOf({ display_name, username }: MailedVersion): string {
  return display_name ?? username ?? '';
}

function isSeen({ ready_at }: MailedVersion, now: string): boolean {
  return ready_at !== null && ready_at <= now;
}

/** Returns why a mail cannot go to the client now; undefined if it can. */
function whyNot(mailState: ClientMailState, kind: ClientMail, now: string): MessageKey | undefined {
  const { version, ready, reminder, isReached } = mailState;
  if (version.customer_id === null) return 'notices.no_client';
  if (!isSeen(version, now)) return 'notices.not_ready';
  if (Number(version.file_count) + Number(version.link_count) === 0) return 'notices.no_files';
  if (!isReached(kind)) return 'notices.not_reached';
  if (kind === 'version_ready')
    return ready === null || ready.state === 'waiting' || ready.state === 'refused'
      ? undefined
      : 'notices.told_already';
  if (version.opened === 1) return 'notices.opened_already';
  return reminder === null || reminder.state === 'refused' ? undefined : 'notices.told_already';
}

async function requireClientMailState(db: Database, versionId: number): Promise<ClientMailState> {
  const mailState = await readClientMailState(db, versionId);
  if (!mailState) throw new NotFoundError();
  return mailState;
}
