import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutants.ts';
import { readFile } from './tree-copy.ts';

const FILE = path.resolve(import.meta.dirname, '../../node_modules/.cache/vitrin/mutations.json');

/** Files that a run depends on; other files change no verdict. */
const MATTERS =
  /^(?:engine|lab\/mutations|operator|server|shared|test-kit)\/|^(?:package-lock\.json|vitest\.config\.ts)$/;

type KilledBefore = { has: (mutant: Mutant) => boolean; add: (mutant: Mutant) => void };

/**
 * Mutants that earlier runs of the same tree killed, so that an interrupted run can go on. Empty once a file that
 * matters has changed.
 */
export function killedBefore(files: readonly string[]): KilledBefore {
  const tree = hashOf(files.filter((file) => MATTERS.test(file)));
  const killed = new Set(readKilled(tree));
  const key = ({ file, range, what }: Mutant) => `${file}:${range.start}:${what}`;
  return {
    has: (mutant) => killed.has(key(mutant)),
    add: (mutant) => {
      killed.add(key(mutant));
      mkdirSync(path.dirname(FILE), { recursive: true });
      writeFileSync(FILE, JSON.stringify({ tree, killed: Array.from(killed) }));
    },
  };
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFile(file)).update('\0');
  return hash.digest('hex');
}

function readKilled(tree: string): string[] {
  try {
    const kept = JSON.parse(readFileSync(FILE, 'utf8')) as { tree: string; killed: string[] };
    return kept.tree === tree ? kept.killed : [];
  } catch {
    // The file is missing or incomplete, so everything is tried.
    return [];
  }
}
