import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { CustomerPage } from '@vitrin/shared/contract/customers.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Look, Unopened } from '@vitrin/shared/contract/figures/looks.ts';
import type { Project, ProjectPage, ProjectsSummary } from '@vitrin/shared/contract/projects.ts';
import type { User, VerifiedToken } from '@vitrin/shared/contract/users.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import {
  FIRST_STEPS_DISMISSED_COOKIE,
  FIRST_STEPS_PROJECTS,
  LINK_COPIED_COOKIE,
  MOST_RENDERED_FILES,
  DUE_PROJECTS,
  RECENT_PROJECTS,
  type ScreenData,
} from '@vitrin/shared/rules/rendered-pages.ts';
import { VIEW_AS_CLIENT, VIEW_AS_HEADER, VIEW_PAIR } from '@vitrin/shared/rules/client-view.ts';
import { type CurrentUser, rightsOf } from '../../current/current-user.ts';
import { isViewPage } from '../guards/client-view.ts';

/** With longer answers a page comes later than the application, which asks for them itself. */
const MOST_BYTES = 500_000;

/** A client's page includes this many files of a large version, since all would weigh too much; a freelancer's none. */
const FIRST_FILES = 12;

export type Content = Omit<ScreenData, 'renderedAt' | 'timeZone'>;

/** Calls this server's own API as the reader; undefined for anything but a 200 of bounded size. */
type Ask = <Answer>(path: string) => Promise<Answer | undefined>;

/** `user` has a client's rights where the page is a view as client. */
type Visit = {
  app: FastifyInstance;
  ask: Ask;
  request: FastifyRequest;
  user: CurrentUser;
  match: RegExpExecArray;
};
type Parts = Omit<Content, 'user'>;

type Elsewhere = { leadsTo: string };

const SCREENS: { pattern: RegExp; load: (visit: Visit) => Promise<Parts | Elsewhere | undefined> }[] = [
  {
    pattern: /^\/projects\/([1-9]\d{0,9})\/?(?:\?([\w=&,]{1,80}))?$/,
    load: loadProject,
  },
  {
    pattern: /^\/projects\/?$/,
    load: async ({ ask }) => {
      const projects = await ask<ProjectPage>('/api/projects/');
      return projects && { projects };
    },
  },
  { pattern: /^\/dashboard\/?$/, load: loadDashboard },
];

/** Parameters that a project's address may have, each once; the last two name a place in the file. */
const NAMED =
  /^(?:(?<view>view)=client|(?<entity>version|file)=(?<id>[1-9]\d{0,9})|(?<number>t|page|line)=\d{1,9}|(?<point>at)=\d{1,4},\d{1,4})$/;

/** A registration link as the product makes it. With anything else in it the application looks at the address. */
const REGISTRATION = /^\/customer-register\/?\?token=([\w.-]{1,300})$/;

/** True if the page at this address holds a secret that must not be stored, such as the token of a link. */
export function holdsSecret(url: string): boolean {
  return REGISTRATION.test(url);
}

/** Returns the screen's content for this person, or an address to redirect to; undefined for a screen without content. */
export async function loadContent(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<Content | Elsewhere | undefined> {
  const { url, session } = request;
  const isView = isViewPage(request);
  const ask = askAs(app, request, isView);
  if (!session?.user) {
    const token = REGISTRATION.exec(url)?.[1];
    const link = token && (await ask<VerifiedToken>(`/api/users/verify_token/?token=${token}`));
    return link ? { user: null, link } : undefined;
  }
  for (const { pattern, load } of SCREENS) {
    const match = pattern.exec(url);
    if (!match) continue;
    const asked = isView ? { ...session.user, ...rightsOf('view') } : session.user;
    const [user, parts] = await Promise.all([
      ask<User>(`/api/users/${asked.id}/`),
      load({ app, ask, request, user: asked, match }),
    ]);
    if (!user || !parts) return undefined;
    if ('leadsTo' in parts) return parts;
    // In a view as client the page names the client, who has no account of their own here.
    return { user: isView ? { ...user, display_name: parts.project?.customer ?? null } : user, ...parts };
  }
  return undefined;
}

/** Where `/` leads a person who is signed in: a client to the only project there is, all others to the dashboard. */
export async function firstAddressOf(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const dashboard = '/dashboard';
  if (request.session?.user?.isFreelancer !== false) return dashboard;
  const projects = await askAs(app, request, false)<ProjectPage>('/api/projects/?limit=2');
  const [only] = projects?.results ?? [];
  return projects?.count === 1 && only ? `/projects/${only.id}` : dashboard;
}

/** Loads a project with the open file; the page itself reports a missing one. */
async function loadProject({
  app,
  ask,
  user,
  request,
  match,
}: Visit): Promise<Parts | Elsewhere | undefined> {
  const [id, query = ''] = match.slice(1);
  const named = namedIn(query);
  if (!named) return undefined;
  beginDrawing(app, request, named);
  const project = await ask<Project>(`/api/projects/${id}/?files=none`);
  if (!project) return undefined;
  const newest = project.versions.at(-1);
  const older = project.versions.find(({ id }) => id === named.version && id !== newest?.id);
  const [files, opened] = await Promise.all(
    [newest, older].map(async (version) => version && loadFiles(ask, version, { user, open: named.file })),
  );
  const isListed = [files, opened].some((listed) => listed?.files.some((file) => file.id === named.file));
  const holder = named.file === undefined || isListed ? undefined : await holderOf(ask, project, named.file);
  if (holder !== undefined) {
    const view = isViewPage(request) ? `${VIEW_PAIR}&` : '';
    return { leadsTo: `/projects/${id}?${view}version=${holder}&file=${named.file}${named.place}` };
  }
  return { project, ...(files && { files }), ...(opened && { opened }) };
}

/** Begins to draw the page of a document that an address names, before the browser asks for it. */
function beginDrawing(app: FastifyInstance, request: FastifyRequest, { file, place }: Named): void {
  const [page] = /&page=\d+/.exec(place) ?? [];
  if (file === undefined || page === undefined) return;
  const url = `/api/files/${file}/thumbnail/?size=large${page}`;
  const head = { method: 'HEAD' as const, url, ...askerOf(request, isViewPage(request)) };
  app
    .inject(head)
    .catch((error: unknown) => request.log.warn({ err: error, file }, 'No page was drawn ahead'));
}

type Named = { file?: number; version?: number; place: string };

function namedIn(query: string): Named | undefined {
  const named = new Map<string, number>();
  let place = '';
  for (const pair of query === '' ? [] : query.split('&')) {
    const { view, entity, id, number, point } = NAMED.exec(pair)?.groups ?? {};
    const name = view ?? entity ?? number ?? point;
    if (name === undefined || named.has(name)) return undefined;
    named.set(name, Number(id));
    if (name === number || name === point) place += `&${pair}`;
  }
  const [file, version] = [named.get('file'), named.get('version')];
  if (file === undefined) return version === undefined && place === '' ? { place } : undefined;
  return { file, ...(version !== undefined && { version }), place };
}

async function holderOf(ask: Ask, { id }: Project, file: number): Promise<number | undefined> {
  const whole = await ask<Project>(`/api/projects/${id}/`);
  return whole?.versions.find(({ files }) => files.some((each) => each.id === file))?.id;
}

type Listed = NonNullable<Parts['files']>;

async function loadFiles(
  ask: Ask,
  { id, covers, file_count }: Version,
  { user, open }: { user: CurrentUser; open: number | undefined },
): Promise<Listed | undefined> {
  const isPart = file_count > MOST_RENDERED_FILES;
  if (isPart && user.isFreelancer) return undefined;
  const early = [covers[0]?.id, open].filter((each) => each !== undefined);
  const also = early.length > 0 ? `&also=${early.join()}` : '';
  const part = isPart ? `&first=${FIRST_FILES}${also}` : '';
  const files = await ask<Page<ProjectFile>>(`/api/files/?version=${id}${part}`);
  return files && { version: id, files: files.results, ...(isPart && { isPart }) };
}

async function loadDashboard(visit: Visit): Promise<Parts | undefined> {
  const { ask, user } = visit;
  const [recent, due, summary, lately, unopened] = await Promise.all([
    ask<ProjectPage>(`/api/projects/?limit=${RECENT_PROJECTS}`),
    user.isFreelancer
      ? ask<ProjectPage>(`/api/projects/?ordering=next_due_on&limit=${DUE_PROJECTS}`)
      : undefined,
    user.isFreelancer ? ask<ProjectsSummary>('/api/projects/get_projects_summary/') : undefined,
    user.isFreelancer ? ask<Look[]>('/api/analytics/lately/') : undefined,
    user.isFreelancer ? ask<Unopened>('/api/analytics/unopened/') : undefined,
  ]);
  if (!recent || (user.isFreelancer && !summary)) return undefined;
  const firstSteps = await loadFirstSteps(visit, recent);
  const looks = { ...(lately && { lately }), ...(unopened && { unopened }) };
  return { recent, ...(due && { due }), ...(summary && { summary }), ...looks, ...firstSteps };
}

async function loadFirstSteps(
  { ask, user, request: { cookies } }: Visit,
  { count, results }: ProjectPage,
): Promise<Parts> {
  const own = String(user.id);
  const first = results.find(({ customer }) => customer !== null) ?? results[0];
  const isOver = count >= FIRST_STEPS_PROJECTS || cookies[FIRST_STEPS_DISMISSED_COOKIE] === own;
  if (!user.isFreelancer || isOver) return {};
  const [customers, project] = await Promise.all([
    ask<CustomerPage>('/api/users/'),
    first && ask<Project>(`/api/projects/${first.id}/?files=none`),
  ]);
  if (!customers) return {};
  return {
    customers: customers.results,
    hasCopiedLink: cookies[LINK_COPIED_COOKIE] === own,
    ...(project && { project }),
  };
}

function askAs(app: FastifyInstance, request: FastifyRequest, isView: boolean): Ask {
  const asker = askerOf(request, isView);
  return async <Answer>(url: string) => {
    const answer = await app.inject({ url, ...asker });
    const isShort = answer.rawPayload.length <= MOST_BYTES;
    return answer.statusCode === 200 && isShort ? answer.json<Answer>() : undefined;
  };
}

function askerOf({ headers, ip }: FastifyRequest, isView: boolean) {
  const { host, cookie, 'accept-language': language } = headers;
  const sent = {
    host,
    // A page is looked at when the web app says so, not when it is rendered.
    'x-looks': 'reported',
    ...(cookie && { cookie }),
    ...(language && { 'accept-language': language }),
    ...(isView && { [VIEW_AS_HEADER]: VIEW_AS_CLIENT }),
  };
  return { headers: sent, remoteAddress: ip };
}
