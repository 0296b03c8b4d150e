import { createHash } from 'node:crypto';

/** A rule as written, and for each selector the classes without which it matches nothing. */
type Rule = { text: string; selectors: string[][] };
/** Rules within `@media` and the like, or a rule for any page, such as a font. */
type Group = { head: string; parts: Part[] };
/** A rule with variables of the root, most of which a page does not use. */
type Variables = { root: string; declarations: { name: string; text: string }[] };
type Part = Rule | Group | Variables | string;

type Named = { classes: Set<string>; variables: Set<string> };

/** Conditional groups, filtered rule by rule; every other at-rule is kept whole. */
const CONDITIONAL = /^@(?:media|supports|layer|container)\b/;

const STYLESHEET = /<link rel="stylesheet"(?: crossorigin)? href="([^"<>]+)">/g;
const SCRIPT =
  /<link rel="(?:modulepreload|preload" as="fetch)"[^<>]*>|<script type="module"[^<>]*><\/script>/g;
const START = /^<script type="module" crossorigin src=("[^"<>]+")>/;
/** Attribute of a script that the page does not need until it reacts. */
const LATER = 'fetchpriority="low"';

/** Pages with the same classes, such as the project pages of a client, have the same style. */
const MOST_KEPT = 50;

/**
 * Inlines the rules that a page's elements need, so that a first visit paints without another request; sheets and
 * scripts wait in the template `lateElementId`. `read` returns a sheet of the build by its address.
 */
export function firstStyles(read: (address: string) => string, lateElementId: string) {
  const sheets = new Map<string, Part[]>();
  const kept = new Map<string, string>();

  const partsOf = (address: string): Part[] => {
    const cached = sheets.get(address) ?? partsIn(read(address));
    sheets.set(address, cached);
    return cached;
  };
  const styleOf = (addresses: string[], named: Named): string => {
    const key = [...addresses, ...named.classes, ...named.variables].toSorted().join(' ');
    const cached = kept.get(key);
    if (cached !== undefined) return cached;
    if (kept.size === MOST_KEPT) kept.clear();
    const parts = addresses.flatMap(partsOf);
    const style = textOf(parts, named.classes, usedVariables(parts, named));
    kept.set(key, style);
    return style;
  };

  /** Returns the page and the source by which a content policy allows its style. */
  return (html: string): { html: string; styleSource: string } => {
    const end = html.indexOf('</head>');
    if (end < 0) return { html, styleSource: '' };
    const [head, body] = [html.slice(0, end), html.slice(end)];
    const links = Array.from(head.matchAll(STYLESHEET));
    const addresses = links.map(([, address = '']) => address);
    const style = styleOf(addresses, namesIn(body));
    const scripts = Array.from(head.matchAll(SCRIPT), ([script]) => script);
    const late = [...scripts, ...links.map(([link]) => link)].join('');
    return {
      html:
        `${head.replaceAll(STYLESHEET, '').replaceAll(SCRIPT, '')}<style>${style}</style>` +
        atEnd(body, `${scripts.map(preloadOf).join('')}<template id="${lateElementId}">${late}</template>`),
      styleSource: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    };
  };
}

/** Preloads all scripts that the page needs to react, beside the picture. */
function preloadOf(script: string): string {
  const address = START.exec(script)?.[1];
  if (address) return `<link rel="modulepreload" crossorigin href=${address}>`;
  return script.startsWith('<link') && !script.includes(LATER) ? script : '';
}

function atEnd(body: string, links: string): string {
  const end = body.lastIndexOf('</body>');
  return body.slice(0, end) + links + body.slice(end);
}

function namesIn(html: string): Named {
  const classes = new Set<string>();
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(' ')) classes.add(name);
  return { classes, variables: variablesIn(html) };
}

function variablesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name));
}

/** Variables that the page and its rules use, and those that they refer to. */
function usedVariables(parts: Part[], { classes, variables }: Named): Set<string> {
  const used = variables.union(variablesIn(textOf(parts, classes, new Set())));
  const all = declarationsIn(parts);
  for (let before = -1; before < used.size;) {
    before = used.size;
    for (const { name, text } of all)
      if (used.has(name)) for (const each of variablesIn(text)) used.add(each);
  }
  return used;
}

function declarationsIn(parts: Part[]): Variables['declarations'] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if ('root' in part) return part.declarations;
    return 'parts' in part ? declarationsIn(part.parts) : [];
  });
}

function textOf(parts: Part[], classes: Set<string>, variables: Set<string>): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('root' in part) {
        const needed = part.declarations.filter(({ name }) => !name.startsWith('--') || variables.has(name));
        return `${part.root}{${needed.map(({ text }) => text).join(';')}}`;
      }
      if ('head' in part) {
        const inner = textOf(part.parts, classes, variables);
        return inner === '' ? '' : `${part.head}{${inner}}`;
      }
      const isNeeded = part.selectors.some((names) => names.every((name) => classes.has(name)));
      return isNeeded ? part.text : '';
    })
    .join('');
}

function partsIn(css: string): Part[] {
  const parts: Part[] = [];
  for (let position = 0; position < css.length;) {
    const start = position;
    const open = findOutside(css, position, '{;');
    const head = css.slice(start, open);
    if (open === css.length || css[open] === ';') {
      parts.push(css.slice(start, open + 1));
      position = open + 1;
      continue;
    }
    const close = closing(css, open);
    position = close + 1;
    if (CONDITIONAL.test(head)) parts.push({ head, parts: partsIn(css.slice(open + 1, close)) });
    else if (head.startsWith('@')) parts.push(css.slice(start, position));
    else if (head.startsWith(':root'))
      parts.push({ root: head, declarations: declarationsOf(css.slice(open + 1, close)) });
    else parts.push({ text: css.slice(start, position), selectors: selectorsIn(head) });
  }
  return parts;
}

function declarationsOf(block: string): Variables['declarations'] {
  const declarations: Variables['declarations'] = [];
  for (let position = 0; position < block.length;) {
    const end = findOutside(block, position, ';');
    const text = block.slice(position, end);
    declarations.push({ name: text.slice(0, text.indexOf(':')).trim(), text });
    position = end + 1;
  }
  return declarations;
}

/** Classes in brackets (`:not(.a)`, `:where(.a,.b)`) may be absent from the page. */
function selectorsIn(head: string): string[][] {
  const selectors: string[][] = [[]];
  let depth = 0;
  for (const [token] of head.matchAll(/[(),]|\.(?:[\w-]|\\.)+/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth > 0) continue;
    else if (token === ',') selectors.push([]);
    else selectors.at(-1)?.push(token.slice(1).replaceAll('\\', ''));
  }
  return selectors;
}

function closing(css: string, open: number): number {
  let depth = 0;
  for (let position = open; position < css.length;) {
    if (css[position] === '{') depth += 1;
    else if (css[position] === '}') depth -= 1;
    if (depth === 0) return position;
    position = findOutside(css, position + 1, '{}');
  }
  throw new Error('A style sheet has a bracket that is not closed');
}

/** Finds the next of these characters outside strings and brackets, as in `url(data:...;...)`. */
function findOutside(css: string, from: number, characters: string): number {
  let quote = '';
  let depth = 0;
  for (let position = from; position < css.length; position += 1) {
    const character = css[position] ?? '';
    if (character === '\\') position += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (depth === 0 && characters.includes(character)) return position;
  }
  return css.length;
}
