import { expect, test } from 'vitest';
import { cutsOf, firstLoss } from './cut-disks.ts';
import { recordRun } from './recorded-run.ts';

/** Two cuts for each kind of event; power-cuts.sqlite.test.ts makes more, and omits each sync in turn. */
const DISKS = 8;

test('after a power cut everything that was answered is there and right', async () => {
  const run = await recordRun(0);
  try {
    expect(await firstLoss(run, cutsOf(run.history, DISKS))).toBeUndefined();
  } finally {
    run.remove();
  }
}, 300_000);
