import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutants.ts';
import { readFile } from './tree-copy.ts';

const FILE = path.resolve(import.meta.dirname, '../../node_modules/.cache/vitrin/mutations.json');

/** What a run depends on; what the rest of the tree says changes no verdict. */
const MATTERS =
  /^(?:server|shared|scripts\/mutations|test-kit)\/|^(?:package-lock\.json|vitest\.config\.ts)$/;

export type KilledBefore = { has: (mutant: Mutant) => boolean; add: (mutant: Mutant) => void };

/**
 * The mutants that earlier runs of this very tree have killed, so that a run that was ended goes on where it stood.
 * Empty as soon as a file that matters has changed.
 */
export function killedBefore(files: readonly string[]): KilledBefore {
  const tree = hashOf(files.filter((file) => MATTERS.test(file)));
  const killed = new Set(readKilled(tree));
  const key = ({ file, place, what }: Mutant) => `${file}:${place.start}:${what}`;
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
    // There is none yet, or it was cut off: then everything is tried.
    return [];
  }
}
