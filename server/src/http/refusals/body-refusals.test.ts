import { expect, test } from 'vitest';
import { BrokenBodyError, MalformedFormError, MalformedJsonError } from '@vitrin/engine/bodies/errors.ts';
import { refusalOfBody } from './body-refusals.ts';

test.each([
  [new MalformedFormError(), 'errors.bad_request'],
  [new MalformedJsonError(), 'fields.invalid_json'],
  [new BrokenBodyError(), 'errors.connection_broken'],
])('%s is a bad request with a sentence', (error, key) => {
  expect(refusalOfBody(error)).toMatchObject({ statusCode: 400, detail: { key } });
});

test('an error unrelated to a body stays unchanged', () => {
  expect(refusalOfBody(new Error('of a service'))).toBeUndefined();
});
