import { parseSync } from 'vite';

/** Node of an ESTree syntax tree; `start` and `end` are offsets in the text. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** The syntax tree of a TypeScript file. Throws when the text is no program. */
export function parse(file: string, text: string): Node {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program as unknown as Node;
}

/** Every node below `root`, outside first, each with the nodes around it, nearest first. */
export function* nodesIn(root: Node, around: Node[] = []): Generator<{ node: Node; around: Node[] }> {
  yield { node: root, around };
  const inside = [root, ...around];
  for (const value of Object.values(root))
    for (const child of [value].flat()) if (isNode(child)) yield* nodesIn(child, inside);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The child of this name, when it is a single node. */
export function child(node: Node | undefined, name: string): Node | undefined {
  const value = node?.[name];
  return isNode(value) ? value : undefined;
}

/** The children of this name; none when it is no list. */
export function children(node: Node | undefined, name: string): Node[] {
  const value = node?.[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier, or the text of a literal; undefined for anything else. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(node['name']);
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return undefined;
}
