import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';

type Results<T> = { results: T[] };

describe.each([1, 2])('a server of %i workers that is killed in the middle of its work', (workers) => {
  // The work runs at full speed, faster than one person may write.
  const env = { WORKERS: String(workers), RATE_LIMITS: 'off' };
  let product: Product;
  let session: ApiSession;
  let project: Project;
  let version: Version;
  const milestones = new Set<number>();
  /** Digest of every upload that was begun, by name; those in `stored` were answered. */
  const digests = new Map<string, string>();
  const stored = new Set<string>();

  beforeAll(async () => {
    product = await startProduct({ env });
    session = await registerFreelancer(product, 'survivor');
    const work = { name: 'Summer campaign', description: '', customer_id: null };
    project = await session.expectCall(201, 'POST', '/api/projects/', work);
    version = await session.expectCall(201, 'POST', '/api/versions/', {
      version_number: '1.0',
      description: '',
      project: project.id,
    });
  });

  afterAll(() => product.remove());

  it.each([1, 2, 3])('starts again with everything it acknowledged (kill %i)', async () => {
    const [milestonesBefore, storedBefore] = [milestones.size, stored.size];
    await killInTheMiddle(() => milestones.size >= milestonesBefore + 20 && stored.size >= storedBefore + 5);

    product = await startProduct({ dataDir: product.dataDir, env });
    session = openApiSession(product.url, session.cookies);

    const listed = await session.expectCall<Results<Milestone>>(
      200,
      'GET',
      `/api/milestones/?project=${project.id}`,
    );
    const ids = new Set(listed.results.map(({ id }) => id));
    expect([...milestones].filter((id) => !ids.has(id))).toEqual([]);
    expect(listed.results.map(({ order }) => order)).toEqual(listed.results.map((_, index) => index + 1));

    const files = await session.expectCall<Results<ProjectFile>>(
      200,
      'GET',
      `/api/files/?version=${version.id}`,
    );
    const names = new Set(files.results.map(({ name }) => name));
    expect([...stored].filter((name) => !names.has(name))).toEqual([]);
    for (const file of files.results) {
      const bytes = await session.expectCall<Buffer>(200, 'GET', `${file.file}?download=1`);
      expect(bytes.length, file.name).toBe(file.size);
      expect(sha256(bytes), file.name).toBe(digests.get(file.name));
    }

    const sum = files.results.reduce((bytes, { size }) => bytes + size, 0);
    const { body } = await session.call('GET', '/_allauth/browser/v1/auth/session');
    const { id } = (body as { data: { user: { id: number } } }).data.user;
    const user = await session.expectCall<User>(200, 'GET', `/api/users/${id}/`);
    expect(user.used_storage).toBe(sum / 1024 ** 3);
  });

  /** Writes and uploads from several sides, with one upload stopped half-way, until `enough`; then SIGKILL. */
  async function killInTheMiddle(enough: () => boolean): Promise<void> {
    const killed = new AbortController();
    const untilKilled = async (step: () => Promise<void>) => {
      while (!killed.signal.aborted) {
        try {
          await step();
        } catch (error) {
          if (!killed.signal.aborted) throw error;
        }
      }
    };
    const work = [
      ...Array.from({ length: 3 }, () => untilKilled(addMilestone)),
      ...Array.from({ length: 2 }, () => untilKilled(uploadFile)),
    ];
    const halfUpload = beginUpload();
    const kill = (async () => {
      while (!enough()) await pause(5);
      killed.abort();
      await product.kill();
    })();
    await Promise.all([kill, ...work]);
    halfUpload.destroy();
  }

  async function addMilestone(): Promise<void> {
    const payload = { name: 'Step', description: '', completed: false, project: project.id };
    const { id } = await session.expectCall<Milestone>(201, 'POST', '/api/milestones/', payload);
    milestones.add(id);
  }

  async function uploadFile(): Promise<void> {
    const name = `${randomBytes(6).toString('hex')}.bin`;
    const bytes = randomBytes(1 + Math.floor(Math.random() * 500_000));
    digests.set(name, sha256(bytes));
    const form = new FormData();
    form.set('version', String(version.id));
    form.set('file', new Blob([bytes]), name);
    await session.expectCall(201, 'POST', '/api/files/', form);
    stored.add(name);
  }

  /** An upload of 1 MB that stops after its first half and never goes on. */
  function beginUpload() {
    const boundary = 'half-an-upload';
    const upload = request(new URL('/api/files/', product.url), {
      method: 'POST',
      headers: {
        origin: product.url,
        cookie: Array.from(session.cookies, ([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': session.cookies.get('csrftoken'),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 1_000_000,
      },
    });
    // The kill breaks this connection.
    upload.on('error', () => upload.destroy());
    upload.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="version"\r\n\r\n${version.id}\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="half.bin"\r\n\r\n`,
    );
    upload.write(randomBytes(500_000));
    return upload;
  }
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
