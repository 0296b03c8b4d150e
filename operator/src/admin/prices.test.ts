import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { expect, test } from 'vitest';
import { checkout, PRO } from '@vitrin/server/testing/checkout/stripe-app.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { writeWebBuild } from '@vitrin/server/testing/pages/web-build.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { runCommand } from './commands.ts';

const folder = temporaryFolder();
writeWebBuild(folder, { page: '<html>', landing: { en: '<html>', tr: '<html>' } });
const setup = await sharedTestApp({}, { webFolder: folder });

test('an edited price shows at once where it is sold, and within a minute on the landing page', async () => {
  const guest = setup.createBrowser();
  const ada = await setup.createFreelancer();
  const landing = async () => (await guest.get('/', { 'accept-language': 'en' })).body;
  expect(await landing()).toContain('"price_per_period":29,');
  setup.advance(1);
  await runCommand(setup.context, ['plans', 'set', 'pro', 'price-usd', '31.50']);
  const { results } = (await guest.get('/api/subscription_plans/')).json<Page<Plan>>();
  expect(results[1]?.price_per_period).toBe(31.5);
  expect(await checkout(ada, PRO)).toMatchObject({ amount: 31.5 });
  setup.advance(59);
  expect(await landing()).toContain('"price_per_period":31.5,');
});
