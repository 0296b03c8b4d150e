import { RegExpParser } from '@eslint-community/regexpp';
import { parseAst } from 'vite';
import type { NewerFeatures } from '../../test-kit/compatibility/newer-features.ts';

/** The newest edition of patterns that all supported browsers read. */
const patterns = new RegExpParser({ ecmaVersion: 2022 });

type Node = Record<string, unknown> & { type: string };

/** Names of features in a script that one of the supported browsers does not have. */
export function newerInScript(code: string, features: NewerFeatures): Set<string> {
  const found = new Set<string>();
  const visit = (node: Node) => {
    const name = featureOf(node, features);
    if (name !== undefined) found.add(name);
    for (const child of Object.values(node))
      if (Array.isArray(child)) child.filter(isNode).forEach(visit);
      else if (isNode(child)) visit(child);
  };
  visit(parseAst(code) as unknown as Node);
  return found;
}

function featureOf(node: Node, { globals, members, instanceMembers }: NewerFeatures): string | undefined {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const callee = node['callee'] as Node;
    const name = nameOf(callee);
    if (callee.type === 'Identifier' && globals.has(name)) return name;
    if (callee.type !== 'MemberExpression') return undefined;
    const member = memberOf(callee);
    return member !== undefined &&
      instanceMembers.has(member) &&
      !members.has(`${nameOf(callee['object'] as Node)}.${member}`)
      ? `.${member}()`
      : undefined;
  }
  if (node.type === 'MemberExpression') {
    const owner = nameOf(node['object'] as Node);
    const member = memberOf(node);
    if (globals.has(owner)) return owner;
    return members.has(`${owner}.${member}`) ? `${owner}.${member}` : undefined;
  }
  if (node.type === 'Literal' && node['regex'])
    return patternOf(node['regex'] as { pattern: string; flags: string });
  return undefined;
}

/** A pattern that is too new for one of the supported browsers, as it is written. */
function patternOf({ pattern, flags }: { pattern: string; flags: string }): string | undefined {
  try {
    patterns.parseLiteral(`/${pattern}/${flags}`);
    return undefined;
  } catch {
    return `/${pattern}/${flags}`;
  }
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node['name']);
  // globalThis.Promise is Promise.
  if (
    node.type === 'MemberExpression' &&
    ['globalThis', 'window', 'self'].includes(nameOf(node['object'] as Node))
  )
    return memberOf(node) ?? '';
  return '';
}

function memberOf({ computed, property }: Node): string | undefined {
  const { type, name, value } = property as Node;
  if (!computed) return String(name);
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
