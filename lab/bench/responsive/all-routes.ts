import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestApp } from '../../../server/src/testing/test-app.ts';
import type { OpenApi } from './hostile-requests.ts';

/** The plugin of /api/_allauth is served a second time under this prefix. */
const SECOND_ADDRESS = '/_allauth/';

/** Query parameters missing from the API's description, and those that scripts of pages read. */
const HIDDEN_QUERIES: Record<string, string[]> = {
  '/api/accounts/google/login/callback/': ['code', 'state', 'error', 'iss'],
  '/': ['error', 'language'],
  '/*': ['error', 'token', 'key', 'next'],
};

/** The API's description with the routes that it leaves out. */
export async function describeAllRoutes({ paths }: OpenApi): Promise<OpenApi> {
  const all = structuredClone(paths);
  for (const route of await allRoutes()) {
    const [method = '', template = ''] = route.split(' ');
    const parameters = (HIDDEN_QUERIES[template] ?? []).map((name) => ({ in: 'query', name }));
    const operations = (all[template] ??= {});
    operations[method.toLowerCase()] ??= { parameters };
  }
  return { paths: all };
}

/** Every route of the server, as "GET /api/projects/{id}/", those that the API's description leaves out too. */
async function allRoutes(): Promise<Set<string>> {
  const webFolder = mkdtempSync(path.join(tmpdir(), 'vitrin-bench-'));
  // With a page there are routes of pages, and one for each file of the build.
  writeFileSync(path.join(webFolder, 'index.html'), '');
  const routes = new Set<string>();
  const app = await createTestApp(
    {},
    {
      webFolder,
      onRoute({ method, url }) {
        if (url.startsWith(SECOND_ADDRESS)) return;
        for (const one of [method].flat()) routes.add(`${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
      },
    },
  );
  await app.close();
  rmSync(webFolder, { recursive: true });
  const isBesideGet = (route: string) =>
    route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'));
  return new Set([...routes].filter((route) => !isBesideGet(route)));
}
