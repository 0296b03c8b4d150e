import {
  AliasNode,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';

const names = new WeakMap<OperationNode, string>();

/** Names a statement by its verb and first table, such as `select projects`, for metrics of bounded size. */
export function statementName(query: OperationNode): string {
  const cached = names.get(query);
  if (cached !== undefined) return cached;
  const name = nameOf(query);
  names.set(query, name);
  return name;
}

function nameOf(query: OperationNode): string {
  if (SelectQueryNode.is(query)) return `select ${tableOf(query.from?.froms[0])}`;
  if (InsertQueryNode.is(query)) return `insert ${tableOf(query.into)}`;
  if (UpdateQueryNode.is(query)) return `update ${tableOf(query.table)}`;
  if (DeleteQueryNode.is(query)) return `delete ${tableOf(query.from.froms[0])}`;
  return 'other';
}

function tableOf(node: OperationNode | undefined): string {
  if (node === undefined) return 'other';
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : 'other';
}
