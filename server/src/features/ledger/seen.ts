import { timestampOf } from '../../context.ts';
import { catchUp, type Dated, type Line, type Locked, nextLines, peopleOf, personKey } from './chain.ts';
import { listProjectsThatCome, readLinks } from './part-queries.ts';
import { insertEntries, type LedgerHead, listHeads, saveHeads } from './queries.ts';
import { beginLedger } from './service.ts';

/** Number of projects with ledgers written together; each has six values in one statement. */
const PROJECTS_AT_ONCE = 200;

type Head = LedgerHead & { project_id: number };

/** The first look of a customer at a version or, with its id, at a file or link of it. */
type Look = {
  project_id: number;
  user_id: number;
  version_id: number;
  file_id: number | null;
  link_id: number | null;
  at: string;
};

/** Notes first looks; call it with the projects locked. Two hundred projects take as many statements as one. */
export async function noteSeen(tx: Locked, looks: readonly Look[]): Promise<void> {
  const byProject = [...Map.groupBy(looks, (look) => look.project_id)];
  for (let at = 0; at < byProject.length; at += PROJECTS_AT_ONCE)
    await noteTogether(tx, new Map(byProject.slice(at, at + PROJECTS_AT_ONCE)));
}

async function noteTogether(tx: Locked, byProject: Map<number, Look[]>): Promise<void> {
  const looks = [...byProject.values()].flat();
  const people = await peopleOf(tx.db, looks);
  const links = await readLinks(
    tx.db,
    looks.flatMap(({ link_id }) => link_id ?? []),
  );
  const rows: Line[] = [];
  const heads: Head[] = [];
  for (const { project_id, ...head } of await currentHeads(tx, [...byProject.keys()])) {
    const facts = (byProject.get(project_id) ?? []).map((look): Dated => {
      const { user_id, version_id, file_id, link_id, at } = look;
      const person = people.get(personKey({ project_id, user_id })) ?? '';
      const link = links.get(link_id ?? 0);
      if (link && link_id !== null) {
        const { title, address } = link;
        return { at, fact: { kind: 'link_shown', link: title, address, link_id, version_id, person } };
      }
      return { at, fact: { kind: 'seen', version_id, ...(file_id !== null && { file_id }), person } };
    });
    const next = nextLines(project_id, head, facts);
    rows.push(...next.rows);
    heads.push({ project_id, ...next.head });
  }
  await insertEntries(tx.db, rows);
  await saveHeads(tx.db, heads);
}

/** Returns the last lines of these ledgers, after missing ledgers are begun and visible versions are noted. */
async function currentHeads(tx: Locked, projectIds: number[]): Promise<Head[]> {
  const heads = await listHeads(tx.db, projectIds);
  const begun = new Set(heads.map(({ project_id }) => project_id));
  const come = await listProjectsThatCome(tx.db, projectIds, timestampOf(tx));
  const behind = projectIds.filter((id) => !begun.has(id) || come.has(id));
  if (behind.length === 0) return heads;
  for (const id of behind) {
    await beginLedger(tx, id);
    await catchUp(tx, id);
  }
  return listHeads(tx.db, projectIds);
}
