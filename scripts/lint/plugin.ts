import path from 'node:path';
import { importViolation } from './import-directions.ts';
import { dynamicPatternViolation, patternViolation } from './linear-patterns.ts';
import { type Comment, englishViolation, proseOf } from './plain-english.ts';
import { type TreeNode, watchTransactions } from './transaction-context.ts';

/** The part of oxlint's plugin interface (that of ESLint) used here; oxlint exports no types for it. */
type Context = {
  cwd: string;
  filename: string;
  sourceCode: { text: string; getAllComments(): Comment[] };
  report(problem: { node: unknown; message: string }): void;
};
type LiteralNode = { type: string; value?: unknown; regex?: { pattern: string; flags: string } };
type CallNode = { callee: { type: string; name?: string }; arguments: LiteralNode[] };
type ImportNode = { source: { type: string; value?: unknown } | null };

const importDirection = {
  meta: { type: 'problem', docs: { description: 'imports go one way (docs/architecture.md)' } },
  create(context: Context) {
    const file = pathFromRoot(context);
    const check = ({ source }: ImportNode) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = importViolation(file, source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const noIndexFile = {
  meta: { type: 'problem', docs: { description: 'no barrels: import the file that has the thing' } },
  create: (context: Context) => ({
    Program(node: unknown) {
      if (/(^|\/)index\.[cm]?[jt]sx?$/.test(pathFromRoot(context)))
        context.report({ node, message: 'no index files: name the file after what it holds.' });
    },
  }),
};

const noReExport = {
  meta: { type: 'problem', docs: { description: 'a name is imported from the file that it is written in' } },
  create(context: Context) {
    const isProduct = /^(shared|server|web)\//.test(pathFromRoot(context));
    const check = (node: ImportNode) => {
      if (isProduct && node.source !== null)
        context.report({ node, message: 'pass nothing on: import it from the file that it is written in.' });
    };
    return { ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

const linearPattern = {
  meta: { type: 'problem', docs: { description: 'no regular expression takes more than linear time' } },
  create(context: Context) {
    const file = pathFromRoot(context);
    const report = (node: unknown, message: string | undefined) => {
      if (message) context.report({ node, message });
    };
    const checkCall = (node: CallNode) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
      const [pattern, flags] = node.arguments.map(({ value }) => value);
      if (typeof pattern !== 'string') report(node, dynamicPatternViolation(file));
      else report(node, patternViolation(file, pattern, typeof flags === 'string' ? flags : ''));
    };
    return {
      Literal(node: LiteralNode) {
        if (node.regex) report(node, patternViolation(file, node.regex.pattern, node.regex.flags));
      },
      NewExpression: checkCall,
      CallExpression: checkCall,
    };
  },
};

const transactionContext = {
  meta: { type: 'problem', docs: { description: 'a transaction uses its own context' } },
  create(context: Context) {
    const transactions = watchTransactions();
    return {
      ArrowFunctionExpression: (node: TreeNode) => transactions.enter(node),
      'ArrowFunctionExpression:exit': (node: TreeNode) => transactions.leave(node),
      Identifier(node: TreeNode) {
        const message = transactions.violation(node);
        if (message) context.report({ node, message });
      },
    };
  },
};

const oneRequestEnd = {
  meta: { type: 'problem', docs: { description: 'one place knows the end of each request' } },
  create(context: Context) {
    const isServer = /^(?:engine|server)\/src\//.test(pathFromRoot(context));
    const check = (node: unknown, name: unknown) => {
      if (isServer && name === 'onResponse')
        context.report({
          node,
          message: 'a connection may close first: hang it on engine/src/requests/request-end.ts.',
        });
    };
    return {
      Literal: (node: LiteralNode) => check(node, node.value),
      Property: (node: { key: { name?: string } }) => check(node, node.key.name),
    };
  },
};

const plainEnglish = {
  meta: { type: 'problem', docs: { description: 'comments and test names begin with their subject' } },
  create(context: Context) {
    const report = (node: unknown, text: string) => {
      const message = englishViolation(text);
      if (message) context.report({ node, message });
    };
    return {
      Program() {
        const { sourceCode } = context;
        for (const { text, at } of proseOf(sourceCode.text, sourceCode.getAllComments())) report(at, text);
      },
      CallExpression({ callee, arguments: [name] }: TestCall) {
        if (!TEST_FUNCTIONS.has(nameOf(callee) ?? '')) return;
        if (typeof name?.value === 'string') report(name, name.value);
        else if (name?.quasis) report(name, name.quasis.map(({ value }) => value.cooked).join('0'));
      },
    };
  },
};

type Callee = { type: string; name?: string; object?: Callee; callee?: Callee; tag?: Callee };
type TestCall = {
  callee: Callee;
  arguments: { value?: unknown; quasis?: { value: { cooked: string } }[] }[];
};
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);

/** Name that a chain such as `test.each(rows)` begins with. */
function nameOf({ name, object, callee, tag }: Callee): string | undefined {
  const inner = object ?? callee ?? tag;
  return inner ? nameOf(inner) : name;
}

function pathFromRoot(context: Context): string {
  return path.relative(context.cwd, context.filename).split(path.sep).join('/');
}

export default {
  meta: { name: 'vitrin' },
  rules: {
    'import-direction': importDirection,
    'no-index-file': noIndexFile,
    'no-re-export': noReExport,
    'linear-pattern': linearPattern,
    'transaction-context': transactionContext,
    'one-request-end': oneRequestEnd,
    'plain-english': plainEnglish,
  },
};
