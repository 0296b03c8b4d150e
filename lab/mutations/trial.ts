import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';

/** One run of a test file with some mutants, or with none. */
export type Trial = {
  /** Path from the root of the tree. */
  test: string;
  /** Numbers of the mutants. */
  ids: readonly number[];
  /** The tests to run; all if left out. */
  only?: readonly string[];
  /** True to note which mutants each of its tests reaches. */
  isRecorded?: boolean;
};

/**
 * Starts a trial in the test file that is about to be loaded, and writes its number into the file VITRIN_TRIAL. After
 * a test that failed, the others are skipped.
 */
export function startTrial({ test, ids, only, isRecorded = false }: Trial, number: number): void {
  process.env['VITRIN_MUTANTS'] = ` ${ids.join(' ')} `;
  writeFileSync(process.env['VITRIN_TRIAL'] ?? '', String(number));
  let failed: string | undefined;
  const isRunning = (name: string) => {
    Object.assign(globalThis, { runningTest: isRecorded ? `${test}\t${name}` : '' });
  };
  isRunning('');
  beforeEach(({ task, skip }) => {
    skip(failed !== undefined && failed !== task.id);
    skip(only !== undefined && !only.includes(task.name));
    isRunning(task.name);
  });
  afterEach(({ task }) => {
    failed = task.result?.state === 'fail' ? task.id : undefined;
    isRunning('');
  });
}
