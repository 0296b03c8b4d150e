import { readFileSync } from 'node:fs';

/**
 * Loaded before the server (`node --import`): sets its clock ahead by this many milliseconds. At SIGUSR2 it
 * reads another number from a file, and logs that.
 */
let aheadMs = Number(process.env['VITRIN_TEST_CLOCK_AHEAD_MS']);
const now = () => clock.now() + aheadMs;
const clock = Date;

globalThis.Date = new Proxy(clock, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
  apply: () => new clock(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

const file = process.env['VITRIN_TEST_CLOCK_FILE'];
if (file !== undefined)
  process.on('SIGUSR2', () => {
    aheadMs = Number(readFileSync(file, 'utf8'));
    process.stderr.write(`The clock is ${aheadMs} ms ahead\n`);
  });
