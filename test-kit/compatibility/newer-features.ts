import compatibility, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' };
import { SUPPORTED_BROWSERS } from '../../web/supported-browsers.ts';

/** Names of built-ins and interfaces of browsers that one of the supported browsers does not have. */
export type NewerFeatures = {
  /** Globals, such as `Iterator`. */
  globals: ReadonlySet<string>;
  /** Members by their global, such as `Promise.withResolvers`. */
  members: ReadonlySet<string>;
  /** Members such as `toSorted`, by a name that no member in all supported browsers shares. */
  instanceMembers: ReadonlySet<string>;
};

type Node = Identifier & { __compat?: CompatStatement };

/** Reads the lists from the compatibility data of MDN. */
export function newerFeatures(): NewerFeatures {
  const globals = new Set<string>();
  const members = new Set<string>();
  const missing = new Set<string>();
  const present = new Set<string>();
  const read = (parts: Node, isBuiltIn: boolean) => {
    for (const [name, node] of entriesOf(parts)) {
      // Shorter names also occur as variables in minified scripts.
      if (name.length > 2 && isNewer(node)) globals.add(name);
      for (const [key, member] of entriesOf(node)) {
        if (!member.__compat || /_(event|permission)$/.test(key)) continue;
        const plain = key.replace(/_static$/, '');
        if (!isNewer(member)) present.add(plain);
        else {
          members.add(`${name}.${plain}`);
          if (isBuiltIn) missing.add(plain);
        }
      }
    }
  };
  read(compatibility.javascript.builtins as Node, true);
  read((compatibility.javascript.builtins as Node)['Intl'] as Node, true);
  read(compatibility.api, false);
  return { globals, members, instanceMembers: missing.difference(present) };
}

/** The features below one, without the statement about itself. */
export function entriesOf(node: Node | undefined): [string, Node][] {
  return Object.entries(node ?? {}).filter(([key]) => key !== '__compat') as [string, Node][];
}

/** A feature that one of the supported browsers lacks, has only behind a flag, or by another name. */
export function isNewer({ __compat: statement }: Node): boolean {
  if (!statement) return false;
  return Object.entries(SUPPORTED_BROWSERS).some(([browser, oldest]) => {
    const support = statement.support[browser as keyof typeof SUPPORTED_BROWSERS];
    return !statementsOf(support).some((each) => isIn(each, oldest));
  });
}

function statementsOf(support: unknown): SimpleSupportStatement[] {
  return (
    Array.isArray(support) ? support : [support ?? { version_added: false }]
  ) as SimpleSupportStatement[];
}

function isIn(
  { version_added, version_removed, flags, alternative_name, prefix }: SimpleSupportStatement,
  oldest: string,
): boolean {
  if (flags || alternative_name || prefix) return false;
  if (typeof version_added !== 'string' || version_added === 'preview') return false;
  if (typeof version_removed === 'string' && !isAfter(version_removed, oldest)) return false;
  return !isAfter(version_added.replace('≤', ''), oldest);
}

/** Orders versions such as 16.4 and 115 by their numbers. */
function isAfter(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major === otherMajor ? minor > otherMinor : major > otherMajor;
}
