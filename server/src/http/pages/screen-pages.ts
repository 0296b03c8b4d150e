import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project, ProjectPage, ProjectsSummary } from '@vitrin/shared/contract/projects.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { type ScreenData, TIME_ZONE_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import { RECENT_PROJECTS } from '@vitrin/shared/rules/rendered-pages.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { pageLanguage } from './page-language.ts';
import type { RenderInTime } from './page-renderer.ts';

/** A page that takes longer to render is sent without its content, which the browser then makes. */
const LIMIT_MILLISECONDS = 300;

/** With longer answers a page comes later than the application, which asks for them itself. */
const MOST_BYTES = 500_000;

/** A version with more files is shown without them first: their list alone would weigh more than the page. */
const MOST_FILES = 300;

const DEFAULT_TIME_ZONE = 'UTC';
const MAX_TIME_ZONE_LENGTH = 64;

/** Asks this server's own API as the person of the request; undefined where it answers no 200, or too much. */
type Ask = <Answer>(path: string) => Promise<Answer | undefined>;

type Screen = { pattern: RegExp; load: (ask: Ask, path: string) => Promise<Partial<ScreenData> | undefined> };

/** The screens that arrive with their content, and what they show. */
const SCREENS: Screen[] = [
  { pattern: /^\/projects\/[1-9]\d{0,9}$/, load: loadProject },
  {
    pattern: /^\/projects$/,
    load: async (ask) => {
      const projects = await ask<ProjectPage>('/api/projects/');
      return projects && { projects };
    },
  },
  {
    pattern: /^\/dashboard$/,
    load: async (ask) => {
      const [recent, summary] = await Promise.all([
        ask<ProjectPage>(`/api/projects/?limit=${RECENT_PROJECTS}`),
        ask<ProjectsSummary>('/api/projects/get_projects_summary/'),
      ]);
      return recent && summary && { recent, summary };
    },
  },
];

/** The page of a screen with its content; undefined where it cannot be rendered in time, or nothing may be shown. */
type ScreenPages = (request: FastifyRequest, template: string) => Promise<string | undefined>;

/**
 * Renders screens for people who are signed in. A page shows what the API answers to this very person, and nothing
 * else, so that it cannot show more than the screen would.
 */
export function screenPages(
  app: FastifyInstance,
  context: Context,
  renderInTime: RenderInTime,
  limitMilliseconds = LIMIT_MILLISECONDS,
): ScreenPages {
  return async (request, template) => {
    const { session, url } = request;
    const path = url.replace(/(?!^)\/$/, '');
    const screen = SCREENS.find(({ pattern }) => pattern.test(path));
    if (!screen || !session?.user) return undefined;
    const ask = askAs(app, request);
    const [user, parts] = await Promise.all([
      ask<User>(`/api/users/${session.user.id}/`),
      screen.load(ask, path),
    ]);
    if (!user || !parts) return undefined;
    const data = { renderedAt: timestampOf(context), timeZone: timeZoneOf(request), user, ...parts };
    const page = { language: pageLanguage(request), template, address: path, data };
    try {
      return await renderInTime(page, limitMilliseconds);
    } catch (error) {
      context.log.error({ err: error }, 'A screen is sent without its content');
      return undefined;
    }
  };
}

async function loadProject(ask: Ask, path: string): Promise<Partial<ScreenData> | undefined> {
  const project = await ask<Project>(`/api${path}/?files=none`);
  if (!project) return undefined;
  const newest = project.versions.at(-1);
  const files = newest && (await ask<Page<ProjectFile>>(`/api/files/?version=${newest.id}`));
  if (!files || files.count > MOST_FILES) return { project };
  return { project, files: { version: newest.id, files: files.results } };
}

function askAs(app: FastifyInstance, { headers, ip }: FastifyRequest): Ask {
  const { host, cookie, 'accept-language': language } = headers;
  // A page is looked at when the web app says so, not when it is rendered.
  const sent = { host, cookie, 'x-looks': 'reported', ...(language && { 'accept-language': language }) };
  return async <Answer>(url: string) => {
    const answer = await app.inject({ url, headers: sent, remoteAddress: ip });
    const isShort = answer.rawPayload.length <= MOST_BYTES;
    return answer.statusCode === 200 && isShort ? answer.json<Answer>() : undefined;
  };
}

/** The reader's time zone, by the cookie that the web app sets; UTC before its first visit. */
function timeZoneOf({ cookies }: FastifyRequest): string {
  const name = cookies[TIME_ZONE_COOKIE];
  if (!name || name.length > MAX_TIME_ZONE_LENGTH) return DEFAULT_TIME_ZONE;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // No zone has this name; the browser writes the times anew anyway.
    return DEFAULT_TIME_ZONE;
  }
}
