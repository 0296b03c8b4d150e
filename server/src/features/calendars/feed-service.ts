import type { PromiseFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import { dayIn } from '@vitrin/shared/rules/time/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { dayInWords } from '../../i18n/day-in-words.ts';
import { translate } from '../../i18n/messages.ts';
import { openFeed } from '../auth/feeds/feeds.ts';
import { atomText, type NewsEntry } from './atom.ts';
import { calendarText, type DayEvent } from './calendar-text.ts';
import {
  listCompleted,
  listLatestMoves,
  listLatestProjects,
  listOwnDated,
  listOwnExpected,
  listReady,
} from './feed-queries.ts';
import { milestoneEvent, versionEvent } from './events.ts';

const PAST_DAYS = 366;
const MOST_EVENTS = 2000;
const REFRESH_HOURS = 6;

const MOST_ENTRIES = 100;
const MOST_PROJECTS = 50;
const MOST_LINES = 200;

type Asked = Pick<Context, 'db' | 'now' | 'config'>;
type FeedOwner = Awaited<ReturnType<typeof openFeed>>;

/** Returns the calendar of a secret address (specification 5.18); NotFoundError, RateLimitedError beyond 60 fetches an hour. */
export async function getOwnCalendar(context: Context, secret: string): Promise<string> {
  const { user_id, language } = await openFeed(context, secret);
  const now = timestampOf(context);
  const from = dayOf(dayIn('UTC', context.now()) - PAST_DAYS);
  const [dated, expected] = await Promise.all([
    listOwnDated(context.db, user_id, from, MOST_EVENTS),
    listOwnExpected(context.db, user_id, { from, now, limit: MOST_EVENTS }),
  ]);
  const { publicUrl } = context.config;
  const events: DayEvent[] = [
    ...dated.map((row) => milestoneEvent(publicUrl, row)),
    ...expected.map((row) => versionEvent(publicUrl, language, row)),
  ];
  events.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  return calendarText(translate(language, 'calendars.own'), events.slice(0, MOST_EVENTS), REFRESH_HOURS);
}

/** Returns the feed of ready versions, completed milestones and moved days (specification 5.18); throws as getOwnCalendar. */
export async function getNews(context: Context, secret: string): Promise<string> {
  const owner = await openFeed(context, secret);
  const entries = await listNews(context, owner);
  const { origin } = new URL(context.config.publicUrl);
  const head = {
    id: tagOf(context, `feed/${owner.user_id}`),
    title: translate(owner.language, 'calendars.news'),
    url: `${origin}/dashboard`,
    author: owner.display_name ?? owner.username,
    language: owner.language,
    updated: entries[0]?.at ?? owner.created_at,
  };
  return atomText(head, entries);
}

async function listNews(context: Asked, { user_id, language }: FeedOwner): Promise<NewsEntry[]> {
  const projects = await listLatestProjects(context.db, user_id, MOST_PROJECTS);
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const ids = [...names.keys()];
  if (ids.length === 0) return [];
  const [versions, milestones, moves] = await Promise.all([
    listReady(context.db, ids, timestampOf(context), MOST_ENTRIES),
    listCompleted(context.db, ids, MOST_ENTRIES),
    listLatestMoves(context.db, ids, MOST_LINES),
  ]);
  const { origin } = new URL(context.config.publicUrl);
  const entry = (projectId: number, name: string, at: string, title: string): NewsEntry => ({
    id: tagOf(context, name),
    url: `${origin}/projects/${projectId}`,
    at,
    title,
  });
  const nameOf = (projectId: number) => names.get(projectId) ?? '';
  const entries = [
    ...versions.map(({ id, project_id, version_number, ready_at }) => {
      const params = { project: nameOf(project_id), version: version_number };
      return entry(
        project_id,
        `version/${id}`,
        ready_at,
        translate(language, 'calendars.version_ready', params),
      );
    }),
    ...milestones.map(({ id, project_id, name, completed_at }) => {
      const title = translate(language, 'calendars.milestone_completed', {
        project: nameOf(project_id),
        milestone: name,
      });
      return entry(project_id, `milestone/${id}`, completed_at, title);
    }),
    ...moves.map(({ project_id, number, line }) => {
      const { at, ...fact } = JSON.parse(line) as PromiseFact & { at: string };
      const what = fact.milestone ?? translate(language, 'calendars.next_version');
      const before = 'before' in fact ? dayInWords(language, fact.before) : '';
      const project = nameOf(project_id);
      const title =
        fact.kind === 'promise_moved'
          ? translate(language, 'calendars.day_moved', {
              project,
              what,
              day: dayInWords(language, fact.day),
              before,
            })
          : translate(language, 'calendars.day_withdrawn', { project, what, before });
      return entry(project_id, `project/${project_id}/line/${number}`, at, title);
    }),
  ];
  return entries.toSorted((a, b) => (a.at > b.at ? -1 : Number(a.at < b.at))).slice(0, MOST_ENTRIES);
}

/** Names something for good: an address may be another's in another year. */
function tagOf({ config }: Pick<Context, 'config'>, name: string): string {
  return `tag:${new URL(config.publicUrl).hostname},2026:${name}`;
}
