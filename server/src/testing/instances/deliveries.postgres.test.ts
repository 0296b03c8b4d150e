import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { newWebhookKeys } from '../../adapters/webhooks/sign-webhook.ts';
import { inTransaction } from '../../database/transaction.ts';
import { sealEndpoint } from '../../features/programs/endpoints/sealed-endpoint.ts';
import { createUser } from '../../features/users/service.ts';
import { INSTANCES, SECRET_KEY, useInstances } from './three-instances.ts';

/** `npm run test:large` asks for 10,000. */
const DELIVERIES = Number(process.env['VITRIN_TEST_DELIVERIES'] ?? 300);
const OF_ENDPOINT = 10;
const ENDPOINTS_OF_OWNER = 3;
const AT_ONCE = 500;
const KILLS = 2 * INSTANCES;

/** Ids of messages by number of receipts, those being answered, and those that arrived meanwhile. */
const received = new Map<string, number>();
const open = new Set<string>();
const together: string[] = [];

const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
  const id = String(request.headers['webhook-id']);
  if (open.has(id)) together.push(id);
  open.add(id);
  received.set(id, (received.get(id) ?? 0) + 1);
  reply.on('close', () => open.delete(id));
  // Long enough for a kill to interrupt some of them.
  setTimeout(() => reply.writeHead(204).end(), 50);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const running = useInstances({ WEBHOOK_ALLOW: origin });

const now = () => new Date();
const NOW = now().toISOString();

/** Creates freelancers on the largest plan, with endpoints and due deliveries. */
async function fill(): Promise<void> {
  const { database: db } = running;
  const endpoints = Math.ceil(DELIVERIES / OF_ENDPOINT);
  const plan = await db
    .selectFrom('plans')
    .select('id')
    .where('code', '=', 'enterprise')
    .executeTakeFirstOrThrow();
  for (let at = 0; at < endpoints; at += ENDPOINTS_OF_OWNER) {
    const user = { username: `owner-${at}`, user_type: 'freelancer', language: 'en' } as const;
    const owner_id = await inTransaction({ db, now }, (tx) =>
      createUser(tx, { ...user, owner_id: null, password_hash: null }),
    );
    await db
      .updateTable('subscriptions')
      .set({
        plan_id: plan.id,
        current_period_end: '2099-01-01T00:00:00.000Z',
        cancel_at_period_end: true,
      })
      .where('user_id', '=', owner_id)
      .execute();
    const sealed = sealEndpoint({ secretKey: SECRET_KEY }, owner_id, {
      url: `${origin}/hook`,
      keys: newWebhookKeys(),
    });
    const endpoint = {
      owner_id,
      origin,
      sealed,
      form: 'standard',
      types: '[]',
      public_key: '',
      created_at: NOW,
    } as const;
    const ids = await db
      .insertInto('endpoints')
      .values(Array.from({ length: Math.min(ENDPOINTS_OF_OWNER, endpoints - at) }, () => endpoint))
      .returning('id')
      .execute();
    await addDeliveries(
      ids.map(({ id }) => id),
      `user ${owner_id}`,
    );
  }
}

async function addDeliveries(endpointIds: number[], tenant: string): Promise<void> {
  const { database: db } = running;
  const rows = endpointIds.flatMap((endpoint_id) =>
    Array.from({ length: OF_ENDPOINT }, () => ({
      endpoint_id,
      event_id: null,
      state: 'waiting' as const,
      next_at: NOW,
      created_at: NOW,
    })),
  );
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const added = await db
      .insertInto('endpoint_deliveries')
      .values(rows.slice(at, at + AT_ONCE))
      .returning('id')
      .execute();
    const job = { kind: 'deliver-webhook' as const, run_at: NOW, created_at: NOW, tenant };
    await db
      .insertInto('jobs')
      .values(added.map(({ id }) => ({ ...job, payload: JSON.stringify({ delivery_id: id }) })))
      .execute();
  }
}

async function leftOver(): Promise<number> {
  const rows = await running.database
    .selectFrom('endpoint_deliveries')
    .select('id')
    .where('state', '!=', 'delivered')
    .execute();
  return rows.length;
}

test('each delivery of killed instances arrives at least once, under one id, and never twice at once', async () => {
  await fill();
  const all = await running.database.selectFrom('endpoint_deliveries').select('id').execute();
  expect(all.length).toBeGreaterThanOrEqual(DELIVERIES);
  for (let kill = 0; kill < KILLS && (await leftOver()) > 0; kill += 1) {
    const arrived = received.size;
    while (received.size < Math.min(arrived + all.length / (KILLS + 2), all.length)) await pause(20);
    await running.products[kill % INSTANCES]?.kill();
    // Replaces the 15 minutes after which the queue reassigns the jobs of a dead instance.
    await running.database
      .updateTable('jobs')
      .set({ locked_until: NOW })
      .where('kind', '=', 'deliver-webhook')
      .where('locked_until', 'is not', null)
      .execute();
    await running.restart(kill % INSTANCES);
  }
  while ((await leftOver()) > 0) await pause(200);
  const wanted = all.map(({ id }) => `test_${id}`);
  expect(wanted.filter((id) => !received.has(id))).toEqual([]);
  expect(received.size).toBe(all.length);
  expect(together).toEqual([]);
  const rows = await running.database.selectFrom('endpoint_deliveries').select(['id', 'attempts']).execute();
  const fewer = rows.filter(({ id, attempts }) => attempts < (received.get(`test_${id}`) ?? 0));
  expect(fewer).toEqual([]);
}, 3_600_000);
