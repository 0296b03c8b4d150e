import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';

const BYTES = randomBytes(100_000);
const HALF = BYTES.length / 2;

describe('a download when the server is killed', () => {
  let product: Product;
  let customer: ApiSession;
  let url: string;

  beforeAll(async () => {
    product = await startProduct();
    const freelancer = await registerFreelancer(product, 'sender');
    const invited = await inviteCustomer(freelancer, 'receiver');
    customer = await registerCustomer(product, invited.reset_token);
    const work = { name: 'Campaign', description: '', customer_id: invited.id };
    const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', work);
    const round = { version_number: '1.0', description: '', project: project.id };
    const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', round);
    const form = new FormData();
    form.set('version', String(version.id));
    form.set('file', new Blob([BYTES]), 'work.bin');
    const file = await freelancer.expectCall<ProjectFile>(201, 'POST', '/api/files/', form);
    url = `${file.file}?download=1`;
  });
  afterAll(() => product.remove());

  test('is recorded except for the last second, and resumes from there', async () => {
    await fetchRange(`bytes=0-${HALF - 1}`);
    await expect.poll(recorded, { timeout: 10_000 }).toEqual([{ covered_bytes: HALF, isComplete: false }]);
    await fetchRange(`bytes=${HALF}-${BYTES.length - 2}`);
    await product.kill();

    product = await startProduct({ dataDir: product.dataDir });
    customer = openApiSession(product.url, customer.cookies);
    expect([HALF, BYTES.length - 1]).toContain(recorded()[0]?.covered_bytes);
    await fetchRange(`bytes=${HALF}-`);
    await expect
      .poll(recorded, { timeout: 10_000 })
      .toEqual([{ covered_bytes: BYTES.length, isComplete: true }]);
  });

  async function fetchRange(range: string): Promise<void> {
    expect((await customer.call('GET', url, undefined, { range })).status).toBe(206);
  }

  function recorded() {
    const database = new DatabaseSync(join(product.dataDir, 'vitrin.sqlite'), { readOnly: true });
    const rows = database.prepare('select covered_bytes, completed_at from deliveries').all();
    database.close();
    return rows.map((row) => ({
      covered_bytes: row['covered_bytes'],
      isComplete: row['completed_at'] !== null,
    }));
  }
});
