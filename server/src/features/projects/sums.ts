import { MAX_PROJECT_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import {
  progressOf,
  statusOf,
  type MilestoneCount,
  type StatusOverride,
} from '@vitrin/shared/rules/progress.ts';
import { timestampOf, type Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { CountExceededError } from '../../errors.ts';
import { requireSpaceForTexts } from '../storage/service.ts';
import type { CountedProject } from './access.ts';
import { getMilestoneCount, setSums } from './milestone-count-queries.ts';
import { setLastUpdated, setLastUpdatedUnseen } from './queries.ts';
import { getTextBytes, setTextBytes } from './text-bytes-queries.ts';

const MIB = 1024 * 1024;

/** Moves `last_updated`; with `isSeen: false`, for a change in a waiting version, not for the client. */
export async function touchProject(
  db: Database,
  projectId: number,
  { now, isSeen }: { now: string; isSeen: boolean },
): Promise<void> {
  await (isSeen ? setLastUpdated : setLastUpdatedUnseen)(db, projectId, now);
}

export function derivedColumns({ completed, total }: MilestoneCount, override: StatusOverride | null) {
  return {
    milestones_completed: completed,
    milestones_total: total,
    progress: progressOf({ completed, total }),
    status: statusOf({ completed, total }, override),
  };
}

/**
 * Stores progress, status and text bytes, so that lists sort by an index. `project` was read locked; `change` is what
 * the transaction does to milestones. Call it with the owner locked where texts may have grown. Throws as saveTextBytes.
 */
export async function saveMilestones(
  context: Pick<Context, 'db' | 'now'>,
  projectId: number,
  project: CountedProject & { owner_id: number },
  change: MilestoneCount,
): Promise<void> {
  const total = project.milestones_total + change.total;
  const completed = project.milestones_completed + change.completed;
  const columns = derivedColumns({ total, completed }, project.status_override);
  const after = await setSums(context.db, projectId, columns, timestampOf(context));
  await requireSpaceForGrowth(context, project.owner_id, { before: project.text_bytes, after });
}

/** Recounts milestones and text bytes, for code that writes milestones without the service. */
export async function recountProject(db: Database, projectId: number, now: string): Promise<void> {
  const { status_override, ...count } = await getMilestoneCount(db, projectId);
  await setSums(db, projectId, derivedColumns(count, status_override), now);
}

/**
 * Updates the sum of a project's text bytes after a name or a description was written or deleted; call it with the user
 * and the project locked. Throws CountExceededError when the texts have grown beyond what a project holds,
 * StorageExceededError when the plan holds no more.
 */
export async function saveTextBytes(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  projectId: number,
): Promise<void> {
  await requireSpaceForGrowth(context, ownerId, await recountTextBytes(context.db, projectId));
}

async function requireSpaceForGrowth(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  { before, after }: { before: number; after: number },
): Promise<void> {
  // A text that is already too long may become shorter.
  if (after <= before) return;
  if (after > MAX_PROJECT_TEXT_BYTES)
    throw new CountExceededError('projects.too_much_text', { max: MAX_PROJECT_TEXT_BYTES / MIB });
  await requireSpaceForTexts(context, ownerId, after - before);
}

/** Updates the sum of a locked project's text bytes and refuses nothing. */
export async function recountTextBytes(
  db: Database,
  projectId: number,
): Promise<{ before: number; after: number }> {
  const bytes = await getTextBytes(db, projectId);
  if (bytes.after !== bytes.before) await setTextBytes(db, projectId, bytes.after);
  return bytes;
}
