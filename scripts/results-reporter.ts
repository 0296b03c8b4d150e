import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Result of a run of Vitest: counts, and each failure with the beginning of its message. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that passed at the second attempt alone. */
  unsteady: string[];
  failures: Array<{ name: string; message: string }>;
};

const MESSAGE_LENGTH = 1500;

/**
 * Writes TestResults to the file VITRIN_TEST_RESULTS. Unlike Vitest's own JSON report it contains files that could not
 * be loaded and errors outside of tests, which fail a run, too.
 */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const results: TestResults = { passed: 0, failed: 0, skipped: 0, unsteady: [], failures: [] };
    for (const module of modules) {
      const file = `${module.project.name} ${module.relativeModuleId}`;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        results[state === 'pending' ? 'skipped' : state] += 1;
        if (test.diagnostic()?.flaky) results.unsteady.push(`${file} > ${test.fullName}`);
        if (state === 'failed') results.failures.push(failure(`${file} > ${test.fullName}`, errors ?? []));
      }
      const errors = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      if (errors.length > 0) results.failures.push(failure(file, errors));
    }
    for (const error of unhandled) results.failures.push(failure('outside of every test', [error]));
    const file = process.env['VITRIN_TEST_RESULTS'];
    if (file) writeFileSync(file, JSON.stringify(results));
  }
}

function failure(name: string, errors: ReadonlyArray<Pick<SerializedError, 'message' | 'stack'>>) {
  const message = errors.map(({ stack, message: text }) => stack ?? text).join('\n');
  return { name, message: message.slice(0, MESSAGE_LENGTH) };
}
