import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Person } from '../factories.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** GETs that are not compared, by the beginning of their address, with the reason. */
export const NOT_COMPARED: Record<string, string> = {
  '/healthz': 'of the installation',
  '/embed/': 'made of the address of a link, which is compared',
  '/readyz': 'of the installation',
  '/api/openapi.json': 'of the installation',
  '/api/docs': 'of the installation',
  '/api/subscription_plans/': 'what is sold by the installation',
  '/api/billing-details/': 'for what is paid to the installation',
  '/api/subscription/withdrawal/': 'what was paid to the installation',
  '/api/legal/': 'about the company behind each installation',
  '/api/legal/:name/': 'a text of the company behind each installation',
  '/api/subscription/details': 'what was paid to the installation',
  '/api/checkout/': 'what was paid to the installation',
  '/api/payments/:id/invoice/': 'what was paid to the installation',
  '/api/payments/:id/issued-invoice/': 'what was paid to the installation',
  '/api/payments/': 'what was paid to the installation',
  '/api/users/get_email_from_key/': 'an address, which stays',
  '/api/users/verify_token/': 'a link, which is signed anew',
  '/api/users/invitation_passkey/': 'a link, which is signed anew',
  '/api/users/keep_account/': 'a link, which is signed anew',
  '/api/users/take_back/': 'a link, which is signed anew',
  '/api/analytics/boards/': 'name ids, which every installation makes by itself',
  '/api/analytics/boards/:id/': 'name ids, which every installation makes by itself',
  '/api/analytics/query/': 'counts what was seen by an installation',
  '/api/own_data/': 'of the person and their sessions, which every installation keeps by itself',
  '/api/security_events/': 'of signing in, which every installation does by itself',
  '/api/_allauth/': 'of signing in, which every installation does by itself',
  '/api/accounts/': 'of signing in, which every installation does by itself',
  '/api/invitations/cover/': 'by a link, which is signed anew',
  '/api/notices/unsubscribe/': 'a link in a mail',
  '/api/notices/one-click/': 'a link in a mail',
  '/api/versions/:id/notices/': 'what was mailed by an installation to addresses, which stay',
  '/api/versions/:id/reminder/': 'a mail to somebody who has registered',
  '/api/versions/:id/message/': 'holds a link, which is signed anew',
  '/api/files/:id/preview/': 'made anew of the same bytes, like the thumbnails',
  '/api/projects/:id/offline/': 'made of answers that are compared, with their ids',
  '/api/projects/:id/receipt/': 'signed anew; the one from before comes along as it is',
  '/api/projects/:id/brought-receipts/': 'what was brought',
  '/api/projects/:id/calendar/': 'made of days that are compared, with their ids',
  '/api/support/': 'questions to the people behind an installation',
  '/api/tokens/': 'of signing in, which every installation does by itself',
  '/api/account/feed/': 'of signing in, which every installation does by itself',
  '/api/feeds/': 'by a secret, which every installation makes by itself',
  '/api/endpoints/': 'secrets, which an installation alone can open',
  '/api/events/': 'for programs that ask an installation',
  '/api/receipt-keys/': 'of the installation',
  '/api/ledger-lines/': 'of the installation',
  '/api/changes/': 'a stream of what changes meanwhile',
  '/api/uploads/': 'on its way',
  '/api/export/': 'on its way',
  '/api/imports/': 'on its way',
};

/** The GETs that `everyGet` has called, as in the table of routes. */
export const compared = new Set<string>();

const same = async (bytes: Buffer) => bytes;
const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer();

const AS_CLIENT = { 'x-view-as': 'client' };

/**
 * Returns every answer to a GET of a freelancer about own data, also in the client's view. Each id is replaced
 * by its position among the ids of its kind in order of appearance, so that equal answers stay equal, and
 * references are still compared. Bytes are replaced by their checksum.
 */
export async function everyGet({ browser, id }: Person): Promise<Record<string, Json>> {
  const answers: Record<string, Json> = {};
  const seen = new Map<string, Map<number, number>>();
  const positionOf = (kind: string, value: number) => {
    const positions = seen.get(kind) ?? new Map<number, number>();
    seen.set(kind, positions);
    if (!positions.has(value)) positions.set(value, positions.size);
    return `${kind} ${positions.get(value)}`;
  };
  const answerTo = async (url: string, headers = {}) => {
    const response = await browser.get(url, headers);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
    compared.add(url.replace(/\?.*$/, '').replace(/(\/logos)\/\w+|\/\d+(?=\/)/g, '$1/:id'));
    return response;
  };
  const get = async (name: string, url: string, headers = {}) => {
    const answer = (await answerTo(url, headers)).json<Json>();
    answers[name] = withoutIds(url.startsWith('/api/files/?') ? byDate(answer) : answer, '', positionOf);
  };
  const getBytes = async (name: string, url: string | null, contentOf = same) => {
    if (url === null) return;
    const { rawPayload } = await answerTo(url);
    answers[name] = createHash('sha256')
      .update(await contentOf(rawPayload))
      .digest('hex');
  };
  const listed = await browser.get('/api/projects/?ordering=created_at&limit=100');
  const projects = listed.json<{ results: { id: number }[] }>().results;
  await get('projects', '/api/projects/?ordering=created_at&limit=100');
  for (const [index, project] of projects.entries()) {
    await get(`project ${index}`, `/api/projects/${project.id}/`);
    await get(`activity ${index}`, `/api/projects/${project.id}/activity/`);
    await get(`as the client, project ${index}`, `/api/projects/${project.id}/`, AS_CLIENT);
    const { body } = await browser.get(`/api/projects/${project.id}/`);
    for (const [number, [picture]] of [...body.matchAll(/\/api\/pictures\/\d+\//g)].entries())
      await getBytes(`picture ${index} ${number}`, picture);
    for (const [position, version] of (JSON.parse(body) as Project).versions.entries()) {
      await get(`receivers ${index} ${position}`, `/api/versions/${version.id}/receivers/`);
      await get(`sections ${index} ${position}`, `/api/sections/?version=${version.id}`);
      await get(`links ${index} ${position}`, `/api/links/?version=${version.id}`);
      for (const [number, { id }] of version.links.entries())
        await get(`link receivers ${index} ${position} ${number}`, `/api/links/${id}/receivers/`);
      await getBytes(`zip ${index} ${position}`, `/api/versions/${version.id}/zip/`);
      for (const [number, file] of version.files.entries()) {
        await get(`receivers ${index} ${position} ${number}`, `/api/files/${file.id}/receivers/`);
        await getBytes(`content ${index} ${position} ${number}`, file.file);
        await getBytes(`thumbnail ${index} ${position} ${number}`, file.thumbnail);
      }
    }
  }
  await get('summary', '/api/projects/get_projects_summary/');
  for (const noun of ['milestones', 'versions', 'files']) {
    await get(noun, `/api/${noun}/?limit=100`);
    await get(`as the client, ${noun}`, `/api/${noun}/?limit=100`, AS_CLIENT);
  }
  await get('as the client, projects', '/api/projects/?ordering=created_at&limit=100', AS_CLIENT);
  await get('user', `/api/users/${id}/`);
  await get('customers', '/api/users/');
  await get('face', '/api/face/');
  // A logo is redrawn, which may compress the same pixels into other bytes.
  await getBytes('logo', (await browser.get('/api/face/')).json<OwnFace>().logo?.address ?? null, pixelsOf);
  await get('notices', '/api/notices/choices/');
  for (const days of [7, 90]) await get(`analytics ${days}`, `/api/analytics/?days=${days}`);
  await get('lately', '/api/analytics/lately/');
  await get('looks', '/api/analytics/looks/');
  await get('unopened', '/api/analytics/unopened/');
  return answers;
}

/** A list of all files; its order follows the ids of their versions, which are new. */
function byDate(answer: Json): Json {
  const { results, ...rest } = answer as { results: { created_at: string }[] };
  return { ...rest, results: results.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)) };
}

type PositionOf = (kind: string, value: number) => string;

/** Names of fields that contain an id. */
const REFERENCES: Record<string, string> = {
  project: 'project',
  version: 'version',
  cover: 'file',
  section: 'section',
  customer_id: 'user',
};

/**
 * Values that each installation signs anew, and its own observations, which its charts count and its lists mark.
 */
const OWN = new Set(['reset_token', 'brought', 'seen', 'activity', 'activity_before']);

function withoutIds(value: Json, name: string, positionOf: PositionOf): Json {
  if (Array.isArray(value)) return value.map((each) => withoutIds(each, name, positionOf));
  if (typeof value === 'string') return withoutAddresses(value, positionOf);
  if (typeof value === 'number' && name in REFERENCES) return positionOf(REFERENCES[name] ?? '', value);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, each]): [string, Json] => {
    if (OWN.has(key)) return [key, 'own'];
    if (key === 'id' && typeof each === 'number') return [key, positionOf(kindOf(value, name), each)];
    return [key, withoutIds(each, key, positionOf)];
  });
  return Object.fromEntries(entries);
}

function kindOf(value: { [key: string]: Json }, name: string): string {
  if ('freelancer' in value || name === 'project' || 'bytes' in value) return 'project';
  if ('version_number' in value) return 'version';
  if ('completed' in value) return 'milestone';
  if ('address' in value && 'host' in value) return 'link';
  if (name === 'sections' || ('order' in value && 'version' in value)) return 'section';
  if ('file_type' in value || name === 'file' || name === 'files') return 'file';
  if ('storage_limit_gb' in value) return 'plan';
  if ('kind' in value) return 'look';
  return 'user';
}

function withoutAddresses(text: string, positionOf: PositionOf): string {
  return text
    .replaceAll(
      /\/api\/(file|picture)s\/(\d+)\//g,
      (_, kind: string, id: string) => `/api/${positionOf(kind, Number(id))}/`,
    )
    .replaceAll(/\/api\/logos\/[0-9a-f]+\//g, '/api/logos/logo/');
}
