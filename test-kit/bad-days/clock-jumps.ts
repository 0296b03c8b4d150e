import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registerFreelancer } from '../accounts.ts';
import { prepareDelivery } from '../delivery.ts';
import { type Product, startProduct } from '../product.ts';
import { goOn, putUnderLoad } from './load.ts';
import { expectNoErrors } from './restarts.ts';

const SAID_MILLISECONDS = 20_000;

/**
 * Sets the clock of a running server ahead of true time by each number of hours in turn, while a client
 * writes, uploads, reads and downloads. At true time a new account registers, which needs a mail and so a
 * job. Throws if an answer was wrong or an error was logged; resolves to the number of jumps.
 */
export async function jumpInTime(
  hours: readonly number[],
  env: Record<string, string> = {},
): Promise<number> {
  const product = await startProduct({ env, clockAheadMs: 0 });
  try {
    const { freelancer, customer, project, version } = await prepareDelivery(product, 'traveller');
    const load = putUnderLoad(freelancer, { project, version });
    for (const [jump, ahead] of hours.entries()) {
      await setClock(product, ahead * 3_600_000);
      await goOn([load]);
      await customer.expectCall(200, 'GET', `/api/projects/${project}/`);
      if (ahead === 0) await registerFreelancer(product, `newcomer-${jump}`);
    }
    await load.stop();
    expectNoErrors(product);
    return hours.length;
  } finally {
    await product.remove();
  }
}

/** Moves the clock of a server that was started with `clockAheadMs`; resolves once it has moved. */
async function setClock(product: Product, aheadMs: number): Promise<void> {
  const file = path.join(product.dataDir, 'clock');
  const timesSaid = () => product.log().split(`The clock is ${aheadMs} ms ahead\n`).length;
  const before = timesSaid();
  writeFileSync(file, String(aheadMs));
  process.kill(product.pid, 'SIGUSR2');
  for (let waited = 0; waited < SAID_MILLISECONDS && timesSaid() === before; waited += 10) await pause(10);
  if (timesSaid() === before) throw new Error(`The clock was not moved:\n${product.log()}`);
  rmSync(file);
}
