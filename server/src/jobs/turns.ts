import type { Database } from '../database/connect.ts';
import { type JobKind, kindsOf, type Lane } from './kinds.ts';
import { claimJob, type ClaimedJob } from './queries.ts';

/**
 * Claims the jobs of a lane in turns: of the tenants with a job that is due, each gets one in a round, however many it
 * has (specification 12.16). Each instance takes turns by itself; a restart begins a round anew. The most important kind
 * of mail goes first, in turns of its own.
 */
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
