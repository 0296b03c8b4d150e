import { expect, test } from 'vitest';
import { AnswerMemory } from './answer-memory.ts';

const answer = (payload: string) => ({ payload, tag: '"t"', since: '', until: undefined });

test('answers are those of one state', () => {
  const memory = new AnswerMemory();
  expect(memory.find('a', 1)).toBeUndefined();
  memory.keep('a', 1, answer('first'));
  expect(memory.find('a', 1)?.payload).toBe('first');
  expect(memory.find('a', 2)).toBeUndefined();
  expect(memory.find('b', 1)).toBeUndefined();
  memory.keep('b', 2, answer('second'));
  expect(memory.find('b', 2)?.payload).toBe('second');
  expect(memory.find('a', 2)).toBeUndefined();
  // One that took longer to make than others.
  memory.keep('c', 1, answer('late'));
  expect([memory.find('b', 2)?.payload, memory.find('c', 1), memory.find('c', 2)]).toEqual([
    'second',
    undefined,
    undefined,
  ]);
  memory.forget('b');
  expect(memory.find('b', 2)).toBeUndefined();
});

test('answers take no more memory than they may, however often one is kept anew or forgotten', () => {
  const memory = new AnswerMemory();
  const long = answer('x'.repeat(60_000));
  for (let time = 0; time < 200; time += 1) memory.keep('again', 1, long);
  for (let time = 0; time < 200; time += 1) {
    memory.keep('left', 1, long);
    memory.forget('left');
  }
  expect(memory.find('again', 1)).toBe(long);
  for (let number = 0; number < 65; number += 1) memory.keep(`n${number}`, 1, long);
  expect(memory.find('again', 1)).toBe(long);
  for (let number = 65; number < 70; number += 1) memory.keep(`n${number}`, 1, long);
  expect(memory.find('again', 1)).toBeUndefined();
  expect(memory.find('n69', 1)).toBe(long);
});
