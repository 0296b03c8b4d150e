import { expect, test } from 'vitest';
import { AnswerMemory } from './answer-memory.ts';

const answer = (payload: string) => ({
  status: 200,
  headers: [],
  payload,
  asker: 'Ada',
  since: 0,
  until: undefined,
});

test('the memory holds answers of one state only', () => {
  const memory = new AnswerMemory<string>();
  expect(memory.find('a', 1)).toBeUndefined();
  memory.keep('a', 1, answer('first'));
  expect(memory.find('a', 1)?.payload).toBe('first');
  expect(memory.find('a', 2)).toBeUndefined();
  expect(memory.find('b', 1)).toBeUndefined();
  memory.keep('b', 2, answer('second'));
  expect(memory.find('b', 2)?.payload).toBe('second');
  expect(memory.find('a', 2)).toBeUndefined();
  // An answer that took longer to make than others arrives late.
  memory.keep('c', 1, answer('late'));
  expect([memory.find('b', 2)?.payload, memory.find('c', 1), memory.find('c', 2)]).toEqual([
    'second',
    undefined,
    undefined,
  ]);
});

test('answers stay within their memory limit, however often one is replaced', () => {
  const memory = new AnswerMemory<string>();
  const long = answer('x'.repeat(60_000));
  for (let time = 0; time < 200; time += 1) memory.keep('again', 1, long);
  expect(memory.find('again', 1)).toBe(long);
  for (let number = 0; number < 63; number += 1) memory.keep(`n${number}`, 1, long);
  expect(memory.find('again', 1)).toBe(long);
  for (let number = 63; number < 70; number += 1) memory.keep(`n${number}`, 1, long);
  expect(memory.find('again', 1)).toBeUndefined();
  expect(memory.find('n69', 1)).toBe(long);
});

test('answers without a payload take memory too', () => {
  const memory = new AnswerMemory<string>();
  const empty = { ...answer(''), payload: null };
  memory.keep('first', 1, empty);
  for (let number = 0; number < 3000; number += 1) memory.keep(`n${number}`, 1, empty);
  expect(memory.find('first', 1)).toBeUndefined();
});
