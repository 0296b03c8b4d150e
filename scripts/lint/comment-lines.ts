import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WORKSPACES = ['shared', 'engine', 'server', 'operator', 'web', 'e2e', 'scripts', 'lab', 'test-kit'];

type Count = { lines: number; comments: number };

/** Lines of a text, and those that hold nothing but a comment, from its opening to its end. */
export function countLines(text: string): Count {
  const lines = text.trimEnd().split('\n');
  let comments = 0;
  let isOpen = false;
  for (const line of lines) {
    const begins = /^\s*(?:\/\/|\/\*)/.test(line);
    if (begins || isOpen) comments += 1;
    isOpen = (isOpen || /^\s*\/\*/.test(line)) && !line.includes('*/');
  }
  return { lines: lines.length, comments };
}

/** Sums of a workspace's TypeScript, without tests and what only tests use. */
export function countWorkspace(workspace: string): Count {
  const files = globSync(`${workspace}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/testing/**', '**/*.test.{ts,tsx}', '**/*.spec.ts'],
  });
  const sum = { lines: 0, comments: 0 };
  for (const file of files) {
    const { lines, comments } = countLines(readFileSync(path.join(ROOT, file), 'utf8'));
    sum.lines += lines;
    sum.comments += comments;
  }
  return sum;
}

if (import.meta.main)
  for (const workspace of WORKSPACES) {
    const { lines, comments } = countWorkspace(workspace);
    const percent = ((100 * comments) / lines).toFixed(1);
    console.log(`${workspace.padEnd(10)} ${comments} of ${lines} lines, ${percent} %`);
  }
