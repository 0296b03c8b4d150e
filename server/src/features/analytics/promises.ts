import type { MissedDay, PromisedDays } from '@vitrin/shared/contract/figures/analytics.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import type { LedgerFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import { dayIn } from '@vitrin/shared/rules/time/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { lastDaysIn } from './days.ts';
import { listDueMilestones, listLatestExpectations, listPromiseLines } from './promise-queries.ts';

const MOST_MILESTONES = 2000;

/** Projects with counted next versions, and the lines of each ledger that are searched. */
const MOST_PROJECTS = 50;
const MOST_LINES = 200;
const MOST_MISSED = 10;

type Promised = {
  project_id: number;
  project: string;
  milestone: string | null;
  due_on: string;
  delivered_at: string | null;
};

/** Counts kept days by the zone's calendar (specification 5.16), of next versions for the 50 projects that changed last. */
export async function countPromises(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  zone: string,
  range: ReturnType<typeof lastDaysIn>,
): Promise<PromisedDays> {
  const [from, today] = [range[0]?.day ?? '', range.at(-1)?.day ?? ''];
  const [milestones, versions] = await Promise.all([
    listDueMilestones(context.db, ownerId, { from, today, limit: MOST_MILESTONES }),
    listPromisedVersions(context, ownerId),
  ]);
  const due: Promised[] = [...milestones, ...versions].filter(
    ({ due_on, delivered_at }) =>
      due_on >= from && (due_on < today || (due_on === today && delivered_at !== null)),
  );
  const ends = new Map(range.map(({ day }, at) => [day, range[at + 1]?.begins ?? Infinity]));
  const isKept = ({ due_on, delivered_at }: Promised) =>
    delivered_at !== null && Date.parse(delivered_at) < (ends.get(due_on) ?? 0);
  const missed = due.filter((one) => !isKept(one));
  const late = missed.filter(({ delivered_at }) => delivered_at !== null).length;
  return {
    kept: due.length - missed.length,
    late,
    overdue: missed.length - late,
    missed: missed
      .toSorted((a, b) => (a.due_on > b.due_on ? -1 : Number(a.due_on < b.due_on)))
      .slice(0, MOST_MISSED)
      .map(({ project_id, project, milestone, due_on, delivered_at }): MissedDay => ({
        project: { id: project_id, name: project },
        milestone,
        due_on,
        delivered_on: delivered_at === null ? null : dayOf(dayIn(zone, new Date(delivered_at))),
      })),
  };
}

type Line = LedgerFact & { at: string };

/** Lists next versions that are or were promised; earlier promises are in the ledger alone. */
async function listPromisedVersions(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
): Promise<Promised[]> {
  const projects = await listLatestExpectations(context.db, ownerId, timestampOf(context), MOST_PROJECTS);
  if (projects.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const lines = Map.groupBy(
    await listPromiseLines(context.db, ids, MOST_LINES),
    ({ project_id }) => project_id,
  );
  return projects.flatMap(({ id, name, expected_on, expected_since, delivered_at }) => {
    const version = { project_id: id, project: name, milestone: null };
    const facts = (lines.get(id) ?? []).map(({ line }) => JSON.parse(line) as Line);
    const earlier = deliveriesIn(facts)
      .filter((one) => expected_since === null || one.delivered_at < expected_since)
      .map((one) => ({ ...version, ...one }));
    return expected_on === null ? earlier : [...earlier, { ...version, due_on: expected_on, delivered_at }];
  });
}

/** Days of next versions that a version ended, which came on them or not. */
function deliveriesIn(facts: readonly Line[]): { due_on: string; delivered_at: string }[] {
  const deliveries = [];
  let open: string | null = null;
  for (const fact of facts) {
    if (fact.kind === 'version_ready') {
      if (open !== null) deliveries.push({ due_on: open, delivered_at: fact.at });
      open = null;
    } else if ('milestone_id' in fact) continue;
    else if (fact.kind === 'promised' || fact.kind === 'promise_moved') open = fact.day;
    else if (fact.kind === 'promise_withdrawn') open = null;
  }
  return deliveries;
}
