import { expect, onTestFinished, test } from 'vitest';
import { keptErrors } from './logged-errors.ts';
import { createTestApp } from './test-app.ts';

test('errors of a server are kept with their stacks for the output of a failing test', async () => {
  const setup = await createTestApp();
  onTestFinished(setup.close);
  setup.context.log.info('a word');
  setup.context.log.error({ err: new Error('the cause') }, 'Unexpected error');
  expect(keptErrors()).toMatch(
    /^The server logged: Unexpected error\nError: the cause\n {4}at .*logged-errors/,
  );
});

test('errors of the previous test are forgotten', () => {
  expect(keptErrors()).toBe('');
});
