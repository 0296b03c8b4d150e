/** The nodes of the syntax tree that the rule looks at, as ESTree names them. */
export type TreeNode = {
  type: string;
  name?: string;
  parent?: TreeNode;
  property?: TreeNode;
  key?: TreeNode;
  computed?: boolean;
  shorthand?: boolean;
  callee?: TreeNode;
  arguments?: TreeNode[];
};

/**
 * Follows one file from node to node and says which names are wrong: those of the context that a transaction was opened
 * on, used within the transaction. Its database waits there for ever on SQLite, and on PostgreSQL what it writes stays
 * although the transaction is rolled back.
 */
export function watchTransactions() {
  const open: { work: TreeNode; outer: TreeNode }[] = [];
  return {
    enter(work: TreeNode): void {
      const [outer, argument] = work.parent?.arguments ?? [];
      if (outer && argument === work && work.parent?.callee?.name === 'inTransaction')
        open.push({ work, outer });
    },
    leave(work: TreeNode): void {
      if (open.at(-1)?.work === work) open.pop();
    },
    violation(identifier: TreeNode): string | undefined {
      if (isPropertyName(identifier)) return undefined;
      const { name } = identifier;
      // A database that was taken out of the outer context bears its field's name.
      return open.some(({ outer }) => name === outer.name || name === 'db')
        ? `use the context that inTransaction hands out: ${name} is outside of the transaction.`
        : undefined;
    },
  };
}

function isPropertyName(node: TreeNode): boolean {
  const { parent } = node;
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  if (parent?.type === 'Property') return parent.key === node && !parent.computed && !parent.shorthand;
  return false;
}
