import { hash, randomBytes, randomUUID } from 'node:crypto';
import {
  type LedgerFact,
  ledgerLine,
  NO_LINE,
  personText,
} from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { PAGE_ROWS, readByPages } from '../../database/pages.ts';
import {
  deleteWaits,
  findExpected,
  listCome,
  listFilesAfter,
  type listFilesOf,
  listPromised,
  listVersions,
} from './part-queries.ts';
import {
  findHead,
  insertEntries,
  insertPeople,
  type LedgerHead,
  listPeopleOf,
  listUsernames,
  saveHeads,
} from './queries.ts';

/** A transaction that holds the project's lock, so that two entries never follow the same one. */
export type Locked = Pick<Context, 'db' | 'now'>;

export type Dated = { at: string; fact: LedgerFact };

export function noteNow(tx: Locked, projectId: number, facts: readonly LedgerFact[]): Promise<void> {
  const at = timestampOf(tx);
  return note(
    tx,
    projectId,
    facts.map((fact) => ({ at, fact })),
  );
}

/** Adds facts to a ledger. Where none was begun they are left out: what is there begins it, and they are there. */
export async function note(tx: Locked, projectId: number, facts: readonly Dated[]): Promise<void> {
  if (facts.length === 0) return;
  const head = await findHead(tx.db, projectId);
  if (head) return append(tx.db, projectId, head, [...(await cameMeanwhile(tx, projectId)), ...facts]);
  await begin(tx, projectId);
}

/** Notes versions that became visible without a request; call it before each line and each reading. */
export async function catchUp(tx: Locked, projectId: number): Promise<void> {
  const head = await findHead(tx.db, projectId);
  if (!head) return;
  const facts = await cameMeanwhile(tx, projectId);
  if (facts.length > 0) await append(tx.db, projectId, head, facts);
}

async function cameMeanwhile(tx: Locked, projectId: number): Promise<Dated[]> {
  const versions = await listCome(tx.db, projectId, timestampOf(tx));
  await deleteWaits(
    tx.db,
    versions.map(({ id }) => id),
  );
  const facts: Dated[] = [];
  for (const version of versions) {
    const came = version.ready_at ?? timestampOf(tx);
    facts.push({ at: came, fact: readyFact(version) });
    for (const file of await readFilesOf(tx, version.id)) {
      const at = file.created_at > came ? file.created_at : came;
      facts.push(...factsOf([file], 'file_added').map((fact) => ({ at, fact })));
    }
  }
  return facts;
}

/** Begins a ledger with the versions that the project's client sees, their files, and what is promised. */
export async function begin(tx: Locked, projectId: number): Promise<void> {
  const at = timestampOf(tx);
  const ledger = randomUUID();
  const facts: LedgerFact[] = [{ kind: 'ledger_begun', ledger, project: projectId }];
  const versions = await listVersions(tx.db, projectId);
  const come = versions.filter(({ ready_at }) => ready_at !== null && ready_at <= at);
  for (const version of come)
    facts.push(readyFact(version), ...factsOf(await readFilesOf(tx, version.id), 'file_added'));
  await deleteWaits(
    tx.db,
    come.map(({ id }) => id),
  );
  facts.push(...(await promisesOf(tx, projectId, come)));
  const dated = facts.map((fact) => ({ at, fact }));
  await append(tx.db, projectId, { ledger, entries: 0, hash: NO_LINE }, dated);
}

/** Lists promises that are not delivered; a version after the promise of a next one has kept it. */
async function promisesOf(
  { db }: Locked,
  projectId: number,
  come: readonly { ready_at: string | null }[],
): Promise<LedgerFact[]> {
  const facts: LedgerFact[] = (await listPromised(db, projectId)).map(({ id, name, due_on }) => ({
    kind: 'promised',
    day: due_on ?? '',
    milestone: name,
    milestone_id: id,
  }));
  const { expected_on = null, expected_since = null } = (await findExpected(db, projectId)) ?? {};
  const isOpen = come.every(({ ready_at }) => (ready_at ?? '') < (expected_since ?? ''));
  if (expected_on !== null && isOpen) facts.push({ kind: 'promised', day: expected_on });
  return facts;
}

function readyFact({ id, version_number }: { id: number; version_number: string }): LedgerFact {
  return { kind: 'version_ready', version: version_number, version_id: id };
}

function readFilesOf(tx: Locked, versionId: number): Promise<StoredFile[]> {
  return readByPages<StoredFile, StoredFile>(
    PAGE_ROWS,
    (after) => listFilesAfter(tx.db, versionId, after?.id ?? 0),
    (file) => file,
  );
}

type StoredFile = Awaited<ReturnType<typeof listFilesOf>>[number];

export function factsOf(files: readonly StoredFile[], kind: 'file_added' | 'file_removed'): LedgerFact[] {
  return files.flatMap(({ id, version_id, name, size_bytes, sha256 }) =>
    sha256 === null ? [] : { kind, file: name, file_id: id, version_id, size: size_bytes, sha256 },
  );
}

async function append(
  db: Database,
  projectId: number,
  head: LedgerHead,
  facts: readonly Dated[],
): Promise<void> {
  const next = nextLines(projectId, head, facts);
  await insertEntries(db, next.rows);
  await saveHeads(db, [{ project_id: projectId, ...next.head }]);
}

export type Line = { project_id: number; number: number; line: string };

export function nextLines(
  project_id: number,
  { ledger, entries, hash }: LedgerHead,
  facts: readonly Dated[],
): { rows: Line[]; head: LedgerHead } {
  let previous = hash;
  const rows = facts.map(({ at, fact }, index) => {
    const number = entries + index + 1;
    const line = ledgerLine(number, at, fact, previous);
    previous = sha256Of(line);
    return { project_id, number, line };
  });
  return { rows, head: { ledger, entries: entries + rows.length, hash: previous } };
}

type Actor = { project_id: number; user_id: number };

/** Returns the hashes of people in ledgers, by project and user (personKey); new ones for those new to a ledger. */
export async function peopleOf(db: Database, acts: readonly Actor[]): Promise<Map<string, string>> {
  const listed = await listPeopleOf(db, [...new Set(acts.map(({ project_id }) => project_id))]);
  const people = new Map(listed.map((one) => [personKey(one), one.person]));
  const added = [...new Map(acts.map((act) => [personKey(act), act])).values()].filter(
    (act) => !people.has(personKey(act)),
  );
  if (added.length === 0) return people;
  const names = await listUsernames(db, [...new Set(added.map(({ user_id }) => user_id))]);
  const rows = added.map(({ project_id, user_id }) => {
    const name = names.get(user_id);
    if (name === undefined) throw new Error(`There is no user ${user_id}`);
    const salt = randomBytes(16).toString('hex');
    return { project_id, user_id, person: sha256Of(personText(salt, name)), name, salt };
  });
  await insertPeople(db, rows);
  for (const row of rows) people.set(personKey(row), row.person);
  return people;
}

export const personKey = ({ project_id, user_id }: Actor) => `${project_id} ${user_id}`;

function sha256Of(text: string): string {
  return hash('sha256', text);
}
