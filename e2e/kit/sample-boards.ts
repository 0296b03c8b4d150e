import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import type { Board, CardInput } from '@vitrin/shared/contract/figures/boards.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { addProjects, upgrade } from './plans.ts';

type Product = { url: string; dataDir: string };

/** Number of days with visits, up to yesterday. */
const DAYS = 75;
const DAY_MS = 86_400_000;
const KINDS = ['project_opened', 'file_previewed', 'file_downloaded'] as const;

/** Ids of boards with twelve cards, with figures of a single day and without cards. `newStudio` has no boards. */
export type SampleBoards = {
  studio: ApiSession;
  newStudio: ApiSession;
  full: number;
  onePoint: number;
  empty: number;
};

/** Creates a freelancer on Enterprise with boards and with visits of clients on many days. */
export async function prepareBoards(product: Product): Promise<SampleBoards> {
  const studio = await registerFreelancer(product, 'studio');
  await upgrade(studio, 'Enterprise');
  const names = ['Otel Deniz', 'Ağaçlandırma ve Peyzaj Mimarlığı Limited Şirketi', 'north.wind'];
  const projects = [];
  for (const [index, name] of names.entries()) {
    const { id, reset_token } = await inviteCustomer(studio, `studio-client-${index}`);
    const [project] = await addProjects(studio, [name], id);
    if (!project) throw new Error('There is no project');
    await studio.expectCall(201, 'POST', '/api/versions/', { version_number: '1.0', project: project.id });
    projects.push(project.id);
    const client = await registerCustomer(product, reset_token);
    if (index === 2) await client.expectCall(200, 'GET', `/api/projects/${project.id}/`);
  }
  const [deleted] = await addProjects(studio, ['Deleted']);
  addVisits(product, projects.slice(0, 2));
  const make = async (name: string, cards: CardInput[]) =>
    (await studio.expectCall<Board>(201, 'POST', '/api/analytics/boards/', { name, cards })).id;
  const full = await make('Every Monday', [...manyCards(), narrowed('Old campaign', deleted?.id)]);
  const onePoint = await make('North wind', [
    narrowed('Projects opened', projects[2]),
    {
      ...narrowed('By client', projects[2]),
      query: { ...asked('opens', ['customer']), project: projects[2] ?? null },
    },
    narrowed('Downloads', projects[2], 'downloads'),
  ]);
  const empty = await make('Ideas for the quarter', []);
  await studio.expectCall(200, 'PATCH', `/api/analytics/boards/${full}/`, { mail: 'weekly' });
  await studio.expectCall(204, 'DELETE', `/api/projects/${deleted?.id}/`);
  const newStudio = await registerFreelancer(product, 'new-studio');
  await upgrade(newStudio, 'Enterprise');
  return { studio, newStudio, full, onePoint, empty };
}

/** Inserts a board that a freelancer has kept from a plan with boards. */
export function keepBoards({ dataDir }: Product, username: string): void {
  const db = open(dataDir);
  db.prepare(
    `insert into boards (owner_id, name, position, cards, created_at)
     select id, 'Every Monday', 1, '[]', ? from users where username = ?`,
  ).run(new Date().toISOString(), username);
  db.close();
}

function asked(
  measure: CardInput['query']['measure'],
  by: CardInput['query']['by'],
  compare: 'previous' | null = null,
): CardInput['query'] {
  return { measure, by, compare, project: null, customer: null, version: null };
}

function narrowed(
  title: string,
  project: number | undefined,
  measure: 'opens' | 'downloads' = 'opens',
): CardInput {
  const query = { ...asked(measure, ['day']), project: project ?? null };
  return { title, query, range: 'last_30_days', from: null, to: null };
}

function manyCards(): CardInput[] {
  const card = (
    title: string,
    query: CardInput['query'],
    range: CardInput['range'] = 'last_30_days',
  ): CardInput => ({ title, query, range, from: null, to: null });
  return [
    card('Projects opened', asked('opens', [], 'previous')),
    card('Files viewed by day', asked('looks', ['day'], 'previous')),
    card('Downloads by project', asked('downloads', ['project'], 'previous'), 'last_90_days'),
    card('Downloads by week and project', asked('downloads', ['week', 'project']), 'last_90_days'),
    card('When they look', asked('looks', ['weekday', 'hour']), 'last_90_days'),
    card('Films and sounds played', asked('played', ['day'])),
    card('Storage added', asked('storage', [])),
    card('By month', asked('looks', ['month']), 'last_365_days'),
    card('Versions not opened', asked('unopened', ['project'])),
    card('Weekdays', asked('opens', ['weekday'], 'previous'), 'last_90_days'),
    card(
      'A title that goes on and on, over more than the line that a card of a board has for it',
      asked('opens', ['week']),
    ),
  ];
}

/** Inserts visits of the projects' clients on many days, with their sums by hour. */
function addVisits({ dataDir }: Product, projects: readonly number[]): void {
  const db = open(dataDir);
  const event = db.prepare(
    `insert into events (kind, owner_id, user_id, project_id, version_id, created_at)
     select ?, projects.owner_id, projects.customer_id, projects.id,
       case when ? = 'project_opened' then null else versions.id end, ?
     from projects join versions on versions.project_id = projects.id where projects.id = ?`,
  );
  const hours = db.prepare(
    `insert into event_hours (owner_id, kind, hour, amount) select owner_id, ?, ?, 1 from projects where id = ?
     on conflict (owner_id, hour, kind) do update set amount = amount + 1`,
  );
  db.exec('begin immediate');
  for (let day = 1; day <= DAYS; day += 1)
    for (const [index, project] of projects.entries())
      for (const [at, kind] of KINDS.entries())
        for (let count = (day * 7 + index * 3 + at * 5) % (6 - at); count > 0; count -= 1) {
          const noon = Date.now() - day * DAY_MS + ((day * 5 + count * 3) % 9) * 3_600_000;
          const time = new Date(noon).toISOString();
          event.run(kind, kind, time, project);
          hours.run(kind, time.slice(0, 13), project);
        }
  db.exec('commit');
  db.close();
}

function open(dataDir: string): DatabaseSync {
  return new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'), { timeout: 10_000 });
}
