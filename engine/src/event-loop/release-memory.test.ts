import { expect, test } from 'vitest';
import { createQuietWatch } from './release-memory.ts';
import { createRunningWork } from './running-work.ts';

function watched() {
  let seconds = 0;
  const collected: number[] = [];
  const work = createRunningWork(() => seconds * 1000);
  const beat = createQuietWatch(
    work,
    () => void collected.push(seconds),
    () => seconds * 1000,
  );
  const pass = (until: number, isBusy = false) => {
    for (; seconds < until; seconds += 1) {
      if (isBusy) work.begin(() => ({ route: '/' }))();
      beat();
    }
  };
  return { pass, collected };
}

test('memory is released once, two seconds after a start', () => {
  const { pass, collected } = watched();
  pass(2000);
  expect(collected).toEqual([2]);
});

test('memory is released once no request has come for a while, however late that is', () => {
  const { pass, collected } = watched();
  pass(1000, true);
  pass(3000);
  pass(3200, true);
  pass(3400);
  pass(3500, true);
  pass(9000);
  expect(collected).toEqual([1001, 3799]);
});
