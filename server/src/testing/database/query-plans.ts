import { sql, type CompiledQuery } from 'kysely';
import { type Database, isPostgres } from '../../database/connect.ts';

/**
 * Returns the tables and indexes that a statement scans in full, so that other people's data slows it, in the
 * words of the database's plan. Empty when every table is accessed by a condition on an index.
 */
export function wholeReads(db: Database, statement: CompiledQuery): Promise<string[]> {
  return isPostgres(db) ? wholeReadsOfPostgres(db, statement) : wholeReadsOfSqlite(db, statement);
}

/**
 * `SCAN table` reads every row; `SCAN (subquery)`, `SCAN agg` (of `jsonRows`) and the like read intermediate results.
 */
async function wholeReadsOfSqlite(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    compiled(db, `explain query plan ${text}`, parameters),
  );
  const steps = rows.map(({ detail }) => detail);
  return steps.filter((step) => /^SCAN (?!CONSTANT|\(|temp\.|agg$)/.test(step));
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

async function wholeReadsOfPostgres(
  db: Database,
  { sql: text, parameters }: CompiledQuery,
): Promise<string[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    compiled(db, `explain (format json) ${text}`, parameters),
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => withChildren(Plan));
  return nodes
    .filter((node) => {
      if (node['Node Type'] === 'Seq Scan') return true;
      return node['Index Name'] !== undefined && node['Index Cond'] === undefined;
    })
    .map((node) => `${node['Node Type']} on ${node['Relation Name'] ?? node['Index Name'] ?? ''}`);
}

function withChildren(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withChildren)];
}

function compiled(db: Database, text: string, parameters: readonly unknown[]): CompiledQuery {
  return { ...sql.raw(text).compile(db), parameters };
}
