import type { Browser } from '../browser.ts';
import { ROWS } from './access-matrix.ts';
import type { World } from './access-world.ts';

/** A signed-in browser that reads as a client, and the headers of each of its requests. */
export type Reader = { who: string; browser: Browser; headers: Record<string, string> };

/**
 * Answers that contain the time, list the reader's own looks, or are random: the stream of changes, own data and
 * passkeys.
 */
const CHANGE_BY_THEMSELVES = ['/api/changes/', '/api/own_data/', '/webauthn'];

/** Addresses of everything that a client may read, from the rows of the access matrix, with their queries. */
export async function readableAddresses(world: World): Promise<string[]> {
  const { setup, project, version, file } = world;
  const addresses = new Set([
    '/api/projects/?search=e&ordering=-last_updated',
    '/api/projects/?ordering=last_updated&limit=100',
    `/api/projects/${project.id}/?files=none`,
    `/api/milestones/?project=${project.id}`,
    `/api/versions/?project=${project.id}`,
    `/api/versions/?project=${project.id}&files=none`,
    '/api/versions/?limit=1',
    `/api/sections/?version=${version.id}`,
    `/api/links/?version=${version.id}`,
    '/api/files/',
    `/api/files/?version=${version.id}`,
    `/api/files/${file.id}/content/?download=1`,
    `/api/files/${file.id}/thumbnail/?size=large`,
  ]);
  for (const { route, call } of ROWS) {
    const [method, address = ''] = route.split(' ');
    if (method !== 'GET' || CHANGE_BY_THEMSELVES.some((part) => address.includes(part))) continue;
    const { id = '', query } = await call(world);
    const search = new URLSearchParams(query as Record<string, string> | undefined);
    // A copy states the time at which it is taken.
    if (address.endsWith('/offline/')) search.set('taken', setup.context.now().toISOString());
    addresses.add(address.replace(':id', String(id)) + (search.size > 0 ? `?${search.toString()}` : ''));
  }
  return [...addresses];
}

/** Every byte and header of the answers, except for the time and the request's id. */
export async function answersTo(
  readers: readonly Reader[],
  addresses: readonly string[],
  methods: readonly ('GET' | 'HEAD')[] = ['GET', 'HEAD'],
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { who, browser, headers } of readers)
    for (const url of addresses)
      for (const method of methods) {
        const answer = await browser.request({ method, url, headers });
        const { date: _date, 'x-request-id': _id, ...kept } = answer.headers;
        answers[`${who}: ${method} ${url}`] = [answer.statusCode, kept, answer.rawPayload.toString('latin1')];
      }
  return answers;
}
