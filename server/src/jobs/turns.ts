import type { Database } from '../database/connect.ts';
import { type JobKind, kindsOf, type Lane } from './kinds.ts';
import { claimJob, type ClaimedJob } from './queries.ts';

/** One job per tenant and round (specification 12.16), per instance. The most important kind of mail goes first. */
export function createTurns(
  lane: Lane,
): (db: Database, now: string, lockedUntil: string) => Promise<ClaimedJob | undefined> {
  const kinds = kindsOf(lane);
  const ranks: { kinds: JobKind[]; after?: string | undefined }[] =
    lane === 'mails' ? kinds.map((kind) => ({ kinds: [kind] })) : [{ kinds }];
  return async (db, now, lockedUntil) => {
    for (const rank of ranks) {
      const job = await claimJob(db, { ...rank, now, lockedUntil });
      rank.after = job?.tenant;
      if (job) return job;
    }
    return undefined;
  };
}
