import type { SelectQueryBuilder, UpdateResult } from 'kysely';

/** The number of rows of a selection that names no columns. */
export async function countRows<DB, TB extends keyof DB>(
  selection: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const counted = selection.select(({ fn }) => fn.countAll().as('count')).$castTo<{ count: number }>();
  return (await counted.executeTakeFirstOrThrow()).count;
}

export async function givesRow(statement: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> {
  return (await statement.executeTakeFirst()) !== undefined;
}

/** True if an update without returned columns changed a row. */
export async function changesRow(update: {
  executeTakeFirst: () => Promise<UpdateResult>;
}): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
