import type { Told } from '@vitrin/shared/contract/notices.ts';
import type { Database } from '../../database/connect.ts';
import { listReached, listReaders } from './reader-queries.ts';
import { findToldVersion, listNoticesOf, type ToldVersion } from './version-queries.ts';

const KINDS = ['version_ready', 'version_reminder'] as const;
type Kind = (typeof KINDS)[number];

export type Telling = {
  version: ToldVersion;
  /** Where reached. */
  readers: readonly number[];
  ready: Told | null;
  reminder: Told | null;
  /** By a verified address that wants the kind. */
  isReached: (kind: Kind) => boolean;
};

export async function readTelling(db: Database, versionId: number): Promise<Telling | undefined> {
  const version = await findToldVersion(db, versionId);
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
  // The first reached account stands for all.
  const toldOf = (kind: Kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const ofReader = (id: number) => own.find((row) => row.user_id === id);
    const inOrder = [...readers.filter((id) => reached[kind].includes(id)), ...readers];
    const row = inOrder.map(ofReader).find((found) => found !== undefined);
    return row ? toTold(row) : null;
  };
  return {
    version,
    readers,
    ready: toldOf('version_ready'),
    reminder: toldOf('version_reminder'),
    isReached: (kind) => reached[kind].length > 0,
  };
}

type NoticeTimes = Awaited<ReturnType<typeof listNoticesOf>>[number];

function toTold({ due_at, claimed_at, sent_at, refused_at, refusal }: NoticeTimes): Told {
  if (refused_at !== null) return { state: 'refused', at: refused_at, refusal };
  if (sent_at !== null) return { state: 'sent', at: sent_at, refusal: null };
  if (claimed_at !== null) return { state: 'leaving', at: claimed_at, refusal: null };
  return { state: 'waiting', at: due_at, refusal: null };
}
