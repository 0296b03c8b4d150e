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
 * Follows one file from node to node and reports uses of the outer context inside a transaction. A statement on its
 * database would wait for ever on SQLite, and on PostgreSQL survive a rollback.
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
      // A database that was taken out of the outer context is called `db`.
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
