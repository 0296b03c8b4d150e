import type { Told } from '@vitrin/shared/contract/notices.ts';
import type { Database } from '../../database/connect.ts';
import { listUnwanted } from './queries.ts';
import { findToldVersion, listNoticesOf, type ToldVersion } from './version-queries.ts';

/** What is known of a version and of the mails about it to its client. */
export type Telling = {
  version: ToldVersion;
  ready: Told | null;
  reminder: Told | null;
  /** Whether the client has a verified address and wants mails of the kind. */
  isReached: (kind: 'version_ready' | 'version_reminder') => boolean;
};

/** Reads it; undefined where there is no such version. */
export async function readTelling(db: Database, versionId: number): Promise<Telling | undefined> {
  const version = await findToldVersion(db, versionId);
  if (!version) return undefined;
  const { customer_id } = version;
  if (customer_id === null) return { version, ready: null, reminder: null, isReached: () => false };
  const rows = await listNoticesOf(db, customer_id, versionId, ['version_ready', 'version_reminder']);
  const unwanted = await listUnwanted(db, customer_id);
  const toldOf = (kind: string) => {
    const row = rows.find((each) => each.kind === kind);
    return row ? toTold(row) : null;
  };
  return {
    version,
    ready: toldOf('version_ready'),
    reminder: toldOf('version_reminder'),
    isReached: (kind) => (version.addresses ?? 0) > 0 && !unwanted.includes(kind),
  };
}

type NoticeTimes = Awaited<ReturnType<typeof listNoticesOf>>[number];

function toTold({ due_at, claimed_at, sent_at, refused_at, refusal }: NoticeTimes): Told {
  if (refused_at !== null) return { state: 'refused', at: refused_at, refusal };
  if (sent_at !== null) return { state: 'sent', at: sent_at, refusal: null };
  if (claimed_at !== null) return { state: 'leaving', at: claimed_at, refusal: null };
  return { state: 'waiting', at: due_at, refusal: null };
}
