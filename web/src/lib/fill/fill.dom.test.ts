import { expect, test } from 'vitest';
import { anySignal } from './abort-signal-any.ts';

test('a combined signal is aborted with the first of its signals, and with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = anySignal([one.signal, other.signal]);
  expect(signal.aborted).toBe(false);
  other.abort('closed');
  one.abort('too late');
  expect(signal).toMatchObject({ aborted: true, reason: 'closed' });
});

test('a combined signal is aborted from the start if one of its signals is', () => {
  expect(anySignal([new AbortController().signal, AbortSignal.abort('gone')])).toMatchObject({
    aborted: true,
    reason: 'gone',
  });
});
