import { child, children, nameOf, type Node, nodesIn, parse } from './syntax.ts';

/** A change of the program: one guard or one condition of visibility taken out of a file. */
export type Mutant = {
  file: string;
  line: number;
  /** Name of the function it is in; empty outside of functions. */
  within: string;
  what: string;
  /** The code that is replaced, by its offsets in the text. A hook is a function that the framework calls later. */
  range: { start: number; end: number; kind: 'expression' | 'statement' | 'hook' };
  /** Code in its place. */
  by: string;
  /** Lines that this code needs at the top of the file. */
  imports: string;
};

type Edit = { start: number; end: number; by: string };
type Change = { what: string; edits: Edit[]; imports?: string; isHook?: boolean };
type Site = { node: Node; around: Node[]; text: string; program: Node; weaker: ReadonlySet<string> };

/** Columns of owners: a condition that names one decides who sees a row. */
const OWNED = /\b(?:owner|customer|user|project)_?id\b|\busers?\.id\b|\bprojects\.id\b/i;
const REFUSALS = new Set(['ForbiddenError', 'NotFoundError', 'UnauthenticatedError']);
const DOOR_GUARD = /^require(?:User|Freelancer|UserOrLogin)$/;
const GUARD_CALL = /^(?:require|refuse|lockOwn)[A-Z]|^userOf$/;
const ID = /(?:^|\.|_)id$|[a-z]Id$/;

/** Weaker version of a hook for freelancers, which every signed-in user passes. */
const ANYBODY_SIGNED_IN =
  '(request, _reply, done) => { if (!request.session?.user) throw Object.assign(new Error(), { statusCode: 401 }); done(); }';

/**
 * Every mutant of a file in the order of its text; each can be parsed. `weaker` are the guards that ask for less, such
 * as `requireVisibleProject`.
 */
export function mutantsOf(file: string, text: string, weaker: ReadonlySet<string>): Mutant[] {
  const program = parse(file, text);
  const mutants: Mutant[] = [];
  for (const { node, around } of nodesIn(program)) {
    const { start, end, type } = node;
    for (const { what, edits, imports = '', isHook = false } of changesAt({
      node,
      around,
      text,
      program,
      weaker,
    })) {
      const line = text.slice(0, start).split('\n').length;
      const kind = isHook ? 'hook' : type.endsWith('Statement') ? 'statement' : 'expression';
      const by = applied(text, node, edits);
      const mutant: Mutant = {
        file,
        line,
        within: functionAround(around),
        what,
        range: { start, end, kind },
        by,
        imports,
      };
      parse(file, mutatedText(text, mutant));
      mutants.push(mutant);
    }
  }
  return mutants;
}

/** The file with this change. */
export function mutatedText(text: string, { imports, range: { start, end }, by }: Mutant): string {
  return imports + text.slice(0, start) + by + text.slice(end);
}

function functionAround(around: Node[]): string {
  const found = around.find(({ type }) => type === 'FunctionDeclaration');
  return nameOf(child(found, 'id')) ?? '';
}

function changesAt(site: Site): Change[] {
  return [
    ...withoutCondition(site),
    ...withOtherOwner(site),
    ...withoutRefusal(site),
    ...withoutHookGuard(site),
    ...withoutGuardCall(site),
    ...withoutStep(site),
    ...withoutOwner(site),
    ...withWeakerGuard(site),
    ...withOtherRole(site),
    ...withoutComparison(site),
  ];
}

/** Removes `.where('owner_id', '=', user.id)`. */
function withoutCondition({ node, text }: Site): Change[] {
  const call = conditionCall(node);
  const object = child(call?.['callee'] as Node | undefined, 'object');
  if (!call || !object) return [];
  const gone = text.slice(object.end, call.end);
  if (!OWNED.test(gone)) return [];
  return [change(`without ${gone}`, { start: object.end, end: call.end, by: '' })];
}

/** Projects of the owner become those of the customer, and the other way round. */
function withOtherOwner({ node, text }: Site): Change[] {
  const [column] = children(conditionCall(node), 'arguments');
  const name = nameOf(column);
  if (!column || (name !== 'projects.owner_id' && name !== 'projects.customer_id')) return [];
  const other = name === 'projects.owner_id' ? 'projects.customer_id' : 'projects.owner_id';
  return [change(`${other} in ${text.slice(column.start, column.end)}`, replaced(column, `'${other}'`))];
}

function conditionCall(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const method = nameOf(child(child(node, 'callee'), 'property'));
  return method === 'where' || method === 'whereRef' ? node : undefined;
}

/** Removes `throw new NotFoundError()`. */
function withoutRefusal({ node, text }: Site): Change[] {
  if (node.type !== 'ThrowStatement') return [];
  const name = nameOf(child(child(node, 'argument'), 'callee'));
  if (name === undefined || !REFUSALS.has(name)) return [];
  return [change(`without ${text.slice(node.start, node.end)}`, replaced(node, ';'))];
}

/** Removes a hook `requireUser` or `requireFreelancer`, and weakens the latter to the former. */
function withoutHookGuard({ node, around: [parent], text }: Site): Change[] {
  const name = nameOf(node);
  if (node.type !== 'Identifier' || name === undefined || !DOOR_GUARD.test(name)) return [];
  const isHook =
    (parent?.type === 'CallExpression' && nameOf(child(child(parent, 'callee'), 'property')) === 'addHook') ||
    (parent?.type === 'Property' && child(parent, 'value') === node) ||
    parent?.type === 'ArrayExpression';
  if (!isHook) return [];
  const where = text.slice(parent.start, Math.min(parent.end, parent.start + 60)).split('\n')[0];
  const changes = [
    change(`without ${name} in ${where}`, replaced(node, '(_request, _reply, done) => done()')),
  ];
  if (name === 'requireFreelancer')
    changes.push(change(`anybody for ${name} in ${where}`, replaced(node, ANYBODY_SIGNED_IN)));
  return changes.map((one) => ({ ...one, isHook: true }));
}

/** Removes a statement that only guards, such as `requireOwner(user, project);`. */
function withoutGuardCall({ node, text }: Site): Change[] {
  if (node.type !== 'ExpressionStatement') return [];
  const expression = child(node, 'expression');
  const call = expression?.type === 'AwaitExpression' ? child(expression, 'argument') : expression;
  const name = call?.type === 'CallExpression' ? nameOf(child(call, 'callee')) : undefined;
  if (name === undefined || !GUARD_CALL.test(name)) return [];
  return [change(`without ${text.slice(node.start, node.end)}`, replaced(node, ';'))];
}

/** Removes a step from a list that requests pass. Steps that only observe are skipped. */
function withoutStep({ node, around: [parent] }: Site): Change[] {
  if (node.type !== 'ObjectExpression' || parent?.type !== 'ArrayExpression') return [];
  const valueOf = (key: string) =>
    child(
      children(node, 'properties').find((property) => nameOf(child(property, 'key')) === key),
      'value',
    );
  const [name, phase, install] = ['name', 'phase', 'install'].map(valueOf);
  if (!install || nameOf(name) === undefined || [undefined, 'observe'].includes(nameOf(phase))) return [];
  return [change(`without the step ${nameOf(name)}`, replaced(install, '() => {}'))];
}

/** Replaces `requireOwner(user, row)` with `row` in a return statement. */
function withoutOwner({ node, around: [parent], text }: Site): Change[] {
  if (node.type !== 'CallExpression' || nameOf(child(node, 'callee')) !== 'requireOwner') return [];
  const row = children(node, 'arguments').at(-1);
  if (!row || parent?.type !== 'ReturnStatement') return [];
  const by = text.slice(row.start, row.end);
  return [change(`without ${text.slice(node.start, node.end)}`, replaced(node, by))];
}

/** Replaces `requireOwnProject` and `lockOwnProject` with `requireVisibleProject`: anyone who sees may change. */
function withWeakerGuard({ node, text, program, weaker }: Site): Change[] {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined;
  const name = nameOf(callee);
  const guard = name?.replace(/^(?:requireOwn|lockOwn)(?=[A-Z])/, 'requireVisible');
  if (!callee || guard === undefined || guard === name || !weaker.has(guard)) return [];
  const what = `${guard} for ${text.slice(node.start, node.end)}`;
  const source = importOf(program, name);
  if (source === undefined || importOf(program, guard) !== undefined)
    return [change(what, replaced(callee, guard))];
  return [{ ...change(what, replaced(callee, guard)), imports: `import { ${guard} } from '${source}';\n` }];
}

/** Module that a name is imported from; undefined if it is defined in this file. */
function importOf(program: Node, name: string | undefined): string | undefined {
  const statement = children(program, 'body').find(
    ({ type, ...rest }) =>
      type === 'ImportDeclaration' &&
      children(rest as Node, 'specifiers').some((specifier) => nameOf(child(specifier, 'local')) === name),
  );
  return nameOf(child(statement, 'source'));
}

/** Exchanges the two roles, or gives a statement that depends on the role one text for both. */
function withOtherRole({ node, text }: Site): Change[] {
  if (text.slice(node.start, node.end) === 'at.seesOwn')
    return [change('one statement for both roles', replaced(node, 'true'))];
  if (node.type !== 'ConditionalExpression') return [];
  const [test, yes, no] = ['test', 'consequent', 'alternate'].map((name) => child(node, name));
  if (!test || !yes || !no) return [];
  const condition = text.slice(test.start, test.end);
  if (!/isFreelancer|seesOwn|role ===|user_type/.test(condition)) return [];
  const [left, right] = [text.slice(yes.start, yes.end), text.slice(no.start, no.end)];
  const what = `turned round: ${text.slice(node.start, node.end).split('\n')[0]}`;
  return [change(what, replaced(yes, right), replaced(no, left))];
}

/** `owner_id !== user.id` never holds, `owner_id === user.id` always does. */
function withoutComparison({ node, text }: Site): Change[] {
  const operator = node['operator'];
  if (node.type !== 'BinaryExpression' || (operator !== '!==' && operator !== '===')) return [];
  const sides = ['left', 'right']
    .map((name) => child(node, name))
    .map((side) => side && text.slice(side.start, side.end));
  if (!sides.every((side) => side !== undefined && ID.test(side))) return [];
  const by = String(operator === '===');
  return [change(`${by} for ${text.slice(node.start, node.end)}`, replaced(node, by))];
}

const change = (what: string, ...edits: Edit[]): Change => ({ what: what.replaceAll(/\s+/g, ' '), edits });
const replaced = ({ start, end }: Node, by: string): Edit => ({ start, end, by });

/** Text of a node after edits inside it. */
function applied(text: string, { start: offset, end: until }: Node, edits: Edit[]): string {
  const fromBehind = edits.toSorted((a, b) => b.start - a.start);
  return fromBehind.reduce(
    (left, { start, end, by }) => left.slice(0, start - offset) + by + left.slice(end - offset),
    text.slice(offset, until),
  );
}
