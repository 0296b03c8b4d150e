import type {
  CreateProject,
  Project,
  ProjectsSummary,
  UpdateProject,
} from '@vitrin/shared/contract/projects.ts';
import { nameKey } from '@vitrin/shared/rules/texts/names.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { meanProgress, STATUS_OVERRIDES, type StatusOverride } from '@vitrin/shared/rules/progress.ts';
import { isWithinProjectLimit } from '@vitrin/shared/rules/storage/quota.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  CountExceededError,
  ConflictError,
  NotFoundError,
  QuotaExceededError,
  ValidationError,
} from '../../errors.ts';
import { enqueueObjectDeletion, enqueueUploadsToDrop } from '../../jobs/enqueue.ts';
import { withoutPictures } from '../../rich-text/sanitize.ts';
import { beforePromise, notePromise } from '../ledger/promises.ts';
import { endLedger } from '../ledger/service.ts';
import { keepReaderOfProject, notifyOfDays } from '../notices/dates.ts';
import { notifyNewClient } from '../notices/service.ts';
import type { PreparedText, TextParent } from '../pictures/row.ts';
import { listPictureKeys } from '../pictures/rows.ts';
import { claimPictures, writeText } from '../pictures/service.ts';
import { announce } from '../programs/service.ts';
import { getPlanLimits } from '../plans/service.ts';
import { requireStaying } from '../users/service.ts';
import { lockOwnProject, requireOwnProject } from './access.ts';
import { listReceiptKeys } from '../archives/rows.ts';
import { changesOf, isBehind, isEmpty, nextEditedAt } from '../../database/editing.ts';
import { listOpenUploads, listStorageKeys } from '../files/rows.ts';
import {
  countOwnedProjects,
  deleteProject as deleteProjectRow,
  getSummary,
  insertProject,
  isOwnCustomer,
  unassign,
  updateProject as updateProjectRow,
  replaceText,
} from './queries.ts';
import { loadProject } from './project-detail.ts';
import { expectationOf, findTemplate } from './promise-queries.ts';
import { derivedColumns, recountTextBytes, saveTextBytes } from './sums.ts';

const UNASSIGNED_AT_ONCE = 100;

/** The dashboard's numbers over all projects the user may see (specification 5.2). */
export async function getProjectsSummary(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
): Promise<ProjectsSummary> {
  const { count, remaining, progress } = await getSummary(db, user);
  return {
    total_projects: count,
    remaining_milestones: remaining,
    projects_progress: meanProgress({ sum: progress, count }),
  };
}

/**
 * Creates a project; only freelancers reach it. Throws QuotaExceededError at the plan's limit, checked in the same
 * transaction, CountExceededError at the count no plan exceeds, and ValidationError on `customer_id` for anybody but an
 * own customer.
 */
export async function createProject(
  context: Context,
  user: CurrentUser,
  input: CreateProject,
): Promise<Project> {
  const write = (text: PreparedText) =>
    inTransaction(context, async (tx) => {
      await lockUser(tx.db, user.id);
      await requireRoom(tx, user);
      await requireOwnCustomer(tx.db, user, input.customer_id);
      const now = timestampOf(tx);
      const id = await insertProject(tx.db, {
        ...namesOf(input.name),
        ...descriptionsOf(text.html),
        owner_id: user.id,
        customer_id: input.customer_id,
        ...expectationOf(input.expected_on ?? null, now),
        status_override: null,
        created_at: now,
        last_updated: now,
        edited_at: now,
      });
      if (input.expected_on) {
        await beforePromise(tx, id);
        await notifyOfDays(tx, id, { before: null, after: [input.expected_on] });
      }
      await saveTextBytes(tx, user.id, id);
      if (text.pictures.length > 0) await claimPictures(tx, user.id, text, parentOf(id));
      await announce(tx, [{ type: 'project.created', owner_id: user.id, project_id: id }]);
      return loadProject(tx, user, id);
    });
  return writeText(context, user, input.description, undefined, write);
}

/** Values that a copy of a project begins with. Throws NotFoundError where there is no such project. */
export async function getTemplate(context: Pick<Context, 'db' | 'now'>, projectId: number) {
  const template = await findTemplate(context.db, projectId, timestampOf(context));
  if (!template) throw new NotFoundError();
  return template;
}

/** Adds an empty copy without customer or pictures and returns its id; call it in a transaction. Throws as createProject. */
export async function addCopiedProject(
  tx: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  { name, description, expectedOn }: { name: string; description: string; expectedOn: string | null },
): Promise<number> {
  await lockUser(tx.db, user.id);
  await requireRoom(tx, user);
  const now = timestampOf(tx);
  return insertProject(tx.db, {
    ...namesOf(name),
    ...descriptionsOf(withoutPictures(description)),
    owner_id: user.id,
    customer_id: null,
    ...expectationOf(expectedOn, now),
    status_override: null,
    created_at: now,
    last_updated: now,
    edited_at: now,
  });
}

/**
 * Changes the given fields; `status` takes on-hold, cancelled, and auto to lift them, and ignores derived values. A save
 * without a difference moves no date. Throws ConflictError with the current object for an outdated `edited_at`.
 */
export async function updateProject(
  context: Context,
  user: CurrentUser,
  id: number,
  input: UpdateProject,
): Promise<Project> {
  const write = (text?: PreparedText) =>
    inTransaction(context, async (tx) => {
      const { customer_id, name, expected_on } = input;
      if (customer_id !== undefined || name !== undefined || text) await lockUser(tx.db, user.id);
      if (expected_on !== undefined) await keepReaderOfProject(tx, id);
      const { status_override, milestones_total, milestones_completed } = await lockOwnProject(
        tx.db,
        user,
        id,
      );
      const before = await loadProject(tx, user, id, { withFiles: false });
      if (isBehind(input.edited_at, before.edited_at))
        throw new ConflictError('errors.changed_meanwhile', { current: before });
      await requireOwnCustomer(tx.db, user, input.customer_id ?? null);
      const override = overrideAfter(input.status, status_override);
      const changes = changesOf(
        { ...before, status_override },
        { name, description: text?.html, customer_id, expected_on, status_override: override },
      );
      if (isEmpty(changes)) return loadProject(tx, user, id);
      const count = { total: milestones_total, completed: milestones_completed };
      if (changes.expected_on !== undefined) {
        await beforePromise(tx, id);
        const after = changes.expected_on;
        await notePromise(tx, id, null, { before: before.expected_on, after });
        await notifyOfDays(tx, id, { before: before.expected_on, after: after === null ? [] : [after] });
      }
      await updateProjectRow(tx.db, id, {
        ...changes,
        ...(changes.name !== undefined && namesOf(changes.name)),
        ...(changes.description !== undefined && descriptionsOf(changes.description)),
        ...(changes.expected_on !== undefined && expectationOf(changes.expected_on, timestampOf(tx))),
        ...derivedColumns(count, override),
        last_updated: timestampOf(tx),
        shown_updated: null,
        edited_at: nextEditedAt(tx, before.edited_at),
      });
      if (name !== undefined || text) await saveTextBytes(tx, user.id, id);
      if (changes.customer_id) await notifyNewClient(tx, id, user.id);
      if (text && changes.description !== undefined) await claimPictures(tx, user.id, text, parentOf(id));
      return loadProject(tx, user, id);
    });
  if (input.description === undefined) return write();
  // Checked before the text is prepared, which costs time and space and happens outside the transaction.
  await requireOwnProject(context.db, user, id);
  return writeText(context, user, input.description, parentOf(id), write);
}

/** Deletes the project with everything in it; a job deletes the stored bytes. */
export async function deleteProject(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockOwnProject(tx.db, user, id);
    const keys = [
      ...(await listStorageKeys(tx.db, 'versions.project_id', id)),
      ...(await listPictureKeys(tx.db, 'project_id', id)),
      ...(await listReceiptKeys(tx.db, id)),
    ];
    const uploads = await listOpenUploads(tx.db, 'versions.project_id', id);
    await removeProject(tx, id);
    await enqueueObjectDeletion(tx, keys);
    await enqueueUploadsToDrop(tx, uploads);
  });
}

/** Deletes an otherwise empty project inside a transaction; only the signed end of its ledger stays. */
export async function removeProject(
  tx: Pick<Context, 'db' | 'now' | 'config'>,
  projectId: number,
): Promise<void> {
  await endLedger(tx, projectId);
  await deleteProjectRow(tx.db, projectId);
}

/** Takes a customer who leaves from all projects assigned to them; no other field and no date of a project moves. */
export async function unassignCustomer(context: Pick<Context, 'db'>, customerId: number): Promise<void> {
  const unassignSome = () => inTransaction(context, (tx) => unassign(tx.db, customerId, UNASSIGNED_AT_ONCE));
  while (await unassignSome());
}

async function requireRoom(context: Pick<Context, 'db' | 'now'>, user: CurrentUser): Promise<void> {
  await requireStaying(context.db, user.id);
  const { project_limit: projectLimit } = await getPlanLimits(context, user.id);
  const projectCount = await countOwnedProjects(context.db, user.id);
  if (!isWithinProjectLimit({ projectCount, projectLimit }))
    throw new QuotaExceededError('projects.limit_reached');
  const max = MAX_COUNTS.projects;
  if (projectCount >= max) throw new CountExceededError('projects.too_many', { max });
}

async function requireOwnCustomer(db: Database, user: CurrentUser, customerId: number | null): Promise<void> {
  if (customerId !== null && !(await isOwnCustomer(db, user.id, customerId)))
    throw new ValidationError({ customer_id: 'projects.unknown_customer' });
}

function overrideAfter(status: string | undefined, before: StatusOverride | null): StatusOverride | null {
  if (status === 'auto') return null;
  return STATUS_OVERRIDES.find((override) => override === status) ?? before;
}

/** Replaces a project's text without its date, and counts its bytes anew; false when it was changed meanwhile. */
export async function replaceProjectText(
  db: Database,
  { id }: { id: number },
  before: string,
  after: string,
): Promise<boolean> {
  const isReplaced = await replaceText(db, id, before, after);
  if (isReplaced) await recountTextBytes(db, id);
  return isReplaced;
}

function parentOf(projectId: number): TextParent {
  return { project_id: projectId, milestone_id: null, version_id: null };
}

function namesOf(name: string) {
  return { name, name_key: nameKey(name) };
}

function descriptionsOf(description: string) {
  return { description, list_description: withoutPictures(description) };
}
