import { afterAll, beforeAll } from 'vitest';
import { inviteCustomer, PASSWORD } from '../../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../../test-kit/api-session.ts';
import { freePort } from '../../../../test-kit/free-port.ts';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { type S3Server, startS3Server } from '../../../../test-kit/s3-server.ts';
import { type MailServer, startMailServer } from '../../../../test-kit/services/mail-server.ts';
import { startProxy } from '../../../../test-kit/services/proxy.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.ts';

export const INSTANCES = 3;
export const SECRET_KEY = 'i'.repeat(64);

/** Instances behind one address, with one database, bucket and mail server, for all tests of a file. */
export function useInstances(environment: Record<string, string> = {}) {
  let database: FreshDatabase;
  let s3: S3Server;
  let mails: MailServer;
  let stopProxy: () => Promise<void>;
  /** The one address of all instances. */
  let url = '';
  const ports: number[] = [];
  const products: Product[] = [];

  beforeAll(async () => {
    [database, s3, mails] = await Promise.all([freshDatabase(), startS3Server(), startMailServer()]);
    const proxyPort = await freePort();
    url = `http://localhost:${proxyPort}`;
    for (let at = 0; at < INSTANCES; at += 1) ports.push(await freePort());
    // All at once, on an empty database.
    products.push(...(await Promise.all(ports.map((port) => startInstance(port)))));
    stopProxy = await startProxy(proxyPort, ports);
  }, 120_000);

  afterAll(async () => {
    await stopProxy?.();
    await Promise.all(products.map((product) => product.remove()));
    await Promise.all([s3.stop(), mails.stop(), database.db.destroy()]);
    await database.dropDatabase();
  });

  function startInstance(port: number, dataDir?: string): Promise<Product> {
    return startProduct({
      ...(dataDir !== undefined && { dataDir }),
      startWithinMs: 60_000,
      env: {
        ...s3.environment,
        DATABASE_URL: database.databaseUrl ?? '',
        SECRET_KEY,
        SMTP_URL: mails.url,
        PUBLIC_URL: url,
        PORT: String(port),
        TRUST_PROXY: '1',
        ...environment,
      },
    });
  }

  /** Signs a freelancer up through the proxy, by the mailed link. */
  async function register(username: string): Promise<ApiSession> {
    const session = openApiSession(url);
    const email = `${username}@example.com`;
    const base = '/_allauth/browser/v1/auth';
    await session.expectCall(401, 'POST', `${base}/signup`, { username, email, password: PASSWORD });
    const key = await mails.keyFor(email, '/verify-email');
    await session.expectCall(200, 'POST', `${base}/email/verify`, { key });
    return session;
  }

  async function prepare(username: string) {
    const freelancer = await register(username);
    const { id, reset_token } = await inviteCustomer(freelancer, `${username}-client`);
    const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
      name: 'Campaign',
      description: '',
      customer_id: id,
    });
    const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
      version_number: '1.0',
      description: '',
      project: project.id,
    });
    return { freelancer, token: reset_token, project: project.id, version: version.id };
  }

  /** One instance, past the proxy. */
  function at(instance: number) {
    return { port: ports[instance] ?? 0, publicUrl: url };
  }

  return {
    at,
    prepare,
    register,
    products,
    get database() {
      return database.db;
    },
    get mails() {
      return mails;
    },
    get url() {
      return url;
    },
    async restart(instance: number) {
      products[instance] = await startInstance(ports[instance] ?? 0, products[instance]?.dataDir);
    },
  };
}
