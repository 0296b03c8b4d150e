import compatibility, {
  type CompatStatement,
  type Identifier,
} from '@mdn/browser-compat-data' with { type: 'json' };
import postcss from 'postcss';
import { entriesOf, isNewer } from '../../test-kit/compatibility/newer-features.ts';

type Node = Identifier & { __compat?: CompatStatement };

const {
  properties,
  selectors,
  types,
  'at-rules': atRules,
} = compatibility.css as unknown as Record<string, Node>;

/** Functions of values, such as light-dark(), that one of the supported browsers does not have. */
const newerFunctions = new Set(
  entriesOf(types).flatMap(([name, type]) =>
    [[name, type] as const, ...entriesOf(type)].filter(([, each]) => isNewer(each)).map(([each]) => each),
  ),
);

/** Names of features in a style sheet that one of the supported browsers does not have. */
export function newerInStyles(sheet: string): Set<string> {
  const found = new Set<string>();
  postcss.parse(sheet).walk((node) => {
    if (node.type === 'atrule') {
      const rule = atRules?.[node.name];
      if (rule && isNewer(rule)) found.add(`@${node.name}`);
      for (const [, feature = ''] of node.params.matchAll(/\(([a-z-]+)\s*[:)<>=]/g))
        if (rule?.[feature] && isNewer(rule[feature])) found.add(`@${node.name} (${feature})`);
    }
    if (node.type === 'rule')
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z][a-z-]*)/g))
        if (selectors?.[name] && isNewer(selectors[name])) found.add(`:${name}`);
    if (node.type === 'decl') {
      const { prop, value } = node;
      // A prefix is for the engine that has it; the others pass over it.
      if (prop.startsWith('-') && !prop.startsWith('--')) return;
      const property = properties?.[prop];
      if (property && isNewer(property) && !isPrefixedToo(node)) found.add(prop);
      for (const [, name = ''] of value.matchAll(/([a-z][a-z-]*)\(/g))
        if (newerFunctions.has(name)) found.add(`${name}()`);
      if (property && !isNewer(property))
        for (const word of value.split(/[\s,()]+/))
          if (property[word] && isNewer(property[word])) found.add(`${prop}: ${word}`);
    }
  });
  return found;
}

/** A declaration beside one of the same property with a prefix, as the build writes it for older engines. */
function isPrefixedToo({ prop, parent }: postcss.Declaration): boolean {
  return parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`) ?? false;
}
