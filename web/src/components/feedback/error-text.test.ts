import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { NetworkError, toApiError } from '../../lib/api-error.ts';
import { errorText } from './error-text.ts';

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  toApiError(new Response(null, { status, headers }), body);

/** Specification 10.2, word for word. */
test.each([
  ['a limit, by its header', answer(429, { detail: 'x' }, { 'retry-after': '41' }), 'Try again in 41s'],
  ['a limit that does not say how long', answer(429), 'Try again in 30s'],
  ['the words of the server', answer(400, { detail: 'Not today.' }), 'Not today.'],
  ['its words about fields', answer(400, { name: ['Too long.'], description: ['Bad.'] }), 'Too long., Bad.'],
  ['no answer', new NetworkError(), 'Network error. Please check your connection.'],
  ['a refusal without words', answer(403), 'Access denied.'],
  ['something that is not there', answer(404), 'The requested resource was not found.'],
  ['a fault of the server', answer(502), 'Server error. Please try again later.'],
  ['anything else', new Error('x'), 'An error occurred. Please try again.'],
])('%s', async (_what, error, text) => {
  expect(errorText((await createI18n('en')).t, error)).toBe(text);
});

test('an answer without a message is shown in the words of the screen', async () => {
  const { t } = await createI18n('en');
  expect(errorText(t, answer(500), 'Failed to fetch projects')).toBe('Failed to fetch projects');
});

test('the size that a proxy refuses is named before the words of the screen', async () => {
  const { t } = await createI18n('en');
  expect(errorText(t, answer(413, undefined), 'The logo could not be uploaded')).toBe(
    'A proxy between you and the server refuses requests this large.',
  );
});

test('a limit in Turkish', async () => {
  const { t } = await createI18n('tr');
  expect(errorText(t, answer(429, {}, { 'retry-after': '41' }))).toBe('41 sn sonra tekrar deneyin');
});
