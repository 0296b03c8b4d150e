import type { MailState } from '@vitrin/shared/contract/notices.ts';
import type { Database } from '../../database/connect.ts';
import { listReached, listReaders } from './reader-queries.ts';
import { findMailedVersion, listNoticesOf, type MailedVersion } from './version-queries.ts';

const KINDS = ['version_ready', 'version_reminder'] as const;
type Kind = (typeof KINDS)[number];

export type ClientMailState = {
  version: MailedVersion;
  /** Accounts that mails about it go to, where they are reached. */
  readers: readonly number[];
  ready: MailState | null;
  reminder: MailState | null;
  /** True if at least one account of the client has a verified address and wants mails of the kind. */
  isReached: (kind: Kind) => boolean;
};

export async function readClientMailState(
  db: Database,
  versionId: number,
): Promise<ClientMailState | undefined> {
  const version = await findMailedVersion(db, versionId);
  if (!version) return undefined;
  const { customer_id } = version;
  if (customer_id === null)
    return { version, readers: [], ready: null, reminder: null, isReached: () => false };
  const readers = await listReaders(db, customer_id);
  const rows = await listNoticesOf(db, readers, versionId, [...KINDS]);
  const reached = {
    version_ready: await listReached(db, readers, 'version_ready'),
    version_reminder: await listReached(db, readers, 'version_reminder'),
  };
  // The row of the first account that gets mail stands for all of them.
  const stateOf = (kind: Kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const ofReader = (id: number) => own.find((row) => row.user_id === id);
    const inOrder = [...readers.filter((id) => reached[kind].includes(id)), ...readers];
    const row = inOrder.map(ofReader).find((found) => found !== undefined);
    return row ? toMailState(row) : null;
  };
  return {
    version,
    readers,
    ready: stateOf('version_ready'),
    reminder: stateOf('version_reminder'),
    isReached: (kind) => reached[kind].length > 0,
  };
}

type NoticeTimes = Awaited<ReturnType<typeof listNoticesOf>>[number];

function toMailState({ due_at, claimed_at, sent_at, refused_at, refusal }: NoticeTimes): MailState {
  if (refused_at !== null) return { state: 'refused', at: refused_at, refusal };
  if (sent_at !== null) return { state: 'sent', at: sent_at, refusal: null };
  if (claimed_at !== null) return { state: 'leaving', at: claimed_at, refusal: null };
  return { state: 'waiting', at: due_at, refusal: null };
}
