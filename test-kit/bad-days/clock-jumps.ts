import { registerFreelancer } from '../accounts.ts';
import { prepareDelivery } from '../delivery.ts';
import { startProduct } from '../product.ts';
import { goOn, putUnderLoad } from './load.ts';
import { expectNoErrors } from './restarts.ts';

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
      await product.setClock(ahead * 3_600_000);
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
