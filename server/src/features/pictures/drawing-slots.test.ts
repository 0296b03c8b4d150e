import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TooManyWaitingError } from '@vitrin/engine/slots/errors.ts';
import { inDrawingSlot } from './drawing-slots.ts';

const [ADA, BOB, CAN] = ['user 1', 'user 2', 'user 3'];

/** Pictures of one tenant that stay in drawing until `end` is called; `begun` has their order. */
function gate() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const draw = (tenant: string, name: string) =>
    inDrawingSlot(tenant, () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    });
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await setImmediate();
    }
  };
  return { begun, draw, endAll };
}

test('one picture of each of two tenants is drawn at once, and the others in turns', async () => {
  const { begun, draw, endAll } = gate();
  const drawings = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => draw(ADA, name));
  drawings.push(draw(BOB, 'b1'), draw(BOB, 'b2'), draw(CAN, 'c1'));
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  await endAll();
  await Promise.all(drawings);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3', 'a4', 'a5']);
});

test('no tenant fills the queue: the next one still gets a place in it', async () => {
  const { draw, endAll } = gate();
  const mine = Array.from({ length: 1 + 32 }, (_, index) => draw(ADA, `a${index}`));
  await expect(draw(ADA, 'one too many')).rejects.toThrow(TooManyWaitingError);
  const theirs = draw(BOB, 'b');
  await endAll();
  await Promise.all([...mine, theirs]);
});
