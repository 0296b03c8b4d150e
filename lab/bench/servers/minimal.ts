import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/**
 * T: the least program that does the same work on the same data: node:http, prepared statements, the session looked
 * up on each request, no cache; writes are synced before the answer. Argument: a copy of Vitrin's database file.
 */
const [file = ''] = process.argv.slice(2);
const db = new DatabaseSync(file, { timeout: 5000 });
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');

type Row = Record<string, string | number | null>;

const sessionUser = db.prepare(
  `select u.id, u.user_type, u.username from sessions s join users u on u.id = s.user_id
   where s.id_hash = ? and s.expires_at > ?`,
);
const PROJECT = `select p.id, p.name, p.list_description, p.description, p.customer_id, p.status_override, p.created_at,
  p.last_updated, p.edited_at, c.username as customer,
  (select count(*) from milestones m where m.project_id = p.id) as total,
  (select count(*) from milestones m where m.project_id = p.id and m.completed = 1) as done
  from projects p left join users c on c.id = p.customer_id`;
const projectPage = db.prepare(
  `${PROJECT} where p.owner_id = ? order by p.created_at desc, p.id desc limit 10`,
);
const projectCount = db.prepare('select count(*) as count from projects where owner_id = ?');
const oneProject = db.prepare(`${PROJECT} where p.id = ? and p.owner_id = ?`);
const milestonesOf = db.prepare(
  `select id, name, description, completed, position, project_id, edited_at from milestones
   where project_id = ? order by position`,
);
const versionsOf = db.prepare(
  `select id, version_number, description, project_id, created_at, edited_at, ready_at from versions
   where project_id = ? order by created_at, id`,
);
const filesOf = db.prepare(
  `select f.id, f.name, f.version_id, f.thumbnail_key, f.media_type, f.size_bytes, f.created_at
   from files f join versions v on v.id = f.version_id where v.project_id = ? order by f.created_at, f.id`,
);
const nextPosition = db.prepare(
  'select coalesce(max(position), 0) + 1 as position from milestones where project_id = ?',
);
const insertMilestone = db.prepare(
  `insert into milestones (project_id, name, description, completed, position, created_at, edited_at)
   values (?, ?, ?, 0, ?, ?, ?) returning id`,
);
const touchProject = db.prepare('update projects set last_updated = ? where id = ?');

const server = createServer((request, response) => {
  const cookie = /(?:^|; )sessionid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(cookie).digest('hex');
  const user = sessionUser.get(hash, new Date().toISOString()) as Row | undefined;
  if (!user) return send(401, { detail: 'Not signed in.' });
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      send(201, createMilestone(user, JSON.parse(Buffer.concat(chunks).toString()) as Row)),
    );
    return undefined;
  }
  const id = /^\/api\/projects\/(\d+)\/$/.exec(request.url ?? '')?.[1];
  return send(200, id ? detail(user, Number(id)) : list(user));

  function send(status: number, body: unknown) {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  }
});

function list(user: Row) {
  const rows = projectPage.all(user['id'] ?? null) as Row[];
  const count = (projectCount.get(user['id'] ?? null) as Row)['count'] as number;
  const results = rows.map((row) => toProject(user, row, row['list_description'] ?? '', [], []));
  return { count, next: count > 10 ? '/api/projects/?page=2' : null, previous: null, results };
}

function detail(user: Row, id: number) {
  const row = oneProject.get(id, user['id'] ?? null) as Row;
  const files = Map.groupBy(filesOf.all(id) as Row[], (one) => one['version_id']);
  const versions = (versionsOf.all(id) as Row[]).map(({ project_id, ...version }) => ({
    ...version,
    project: project_id,
    files: (files.get(version['id'] ?? null) ?? []).map(toFile),
  }));
  const milestones = (milestonesOf.all(id) as Row[]).map(
    ({ project_id, position, completed, ...milestone }) => ({
      ...milestone,
      completed: completed === 1,
      order: position,
      project: project_id,
      due_on: null,
    }),
  );
  return toProject(user, row, row['description'] ?? '', milestones, versions);
}

function toProject(user: Row, row: Row, description: unknown, milestones: unknown[], versions: unknown[]) {
  const [total, done] = [row['total'] as number, row['done'] as number];
  const derived = done === 0 ? 'pending' : done === total ? 'completed' : 'in-progress';
  return {
    id: row['id'],
    name: row['name'],
    description,
    customer: row['customer'],
    customer_id: row['customer_id'],
    freelancer: user['username'],
    status: row['status_override'] ?? derived,
    progress: total === 0 ? 0 : Math.round((100 * done) / total),
    last_updated: row['last_updated'],
    created_at: row['created_at'],
    edited_at: row['edited_at'],
    expected_on: null,
    next_due_on: null,
    previous_visit: null,
    news: null,
    seen: null,
    milestones,
    versions,
  };
}

function toFile(row: Row) {
  const type = String(row['media_type']);
  return {
    id: row['id'],
    name: row['name'],
    file: `/api/files/${row['id']}/content`,
    version: row['version_id'],
    thumbnail: row['thumbnail_key'] && `/api/files/${row['id']}/thumbnail`,
    thumbnail_large: row['thumbnail_key'] && `/api/files/${row['id']}/thumbnail?size=large`,
    is_image: type.startsWith('image/'),
    is_video: type.startsWith('video/'),
    file_type: type,
    size: row['size_bytes'],
    created_at: row['created_at'],
  };
}

function createMilestone(user: Row, input: Row) {
  const now = new Date().toISOString();
  const project = input['project'] ?? null;
  db.exec('begin immediate');
  if (!oneProject.get(project, user['id'] ?? null)) throw new Error('not the own project');
  const { position } = nextPosition.get(project) as Row;
  const { id } = insertMilestone.get(project, input['name'] ?? '', '', position ?? 1, now, now) as Row;
  touchProject.run(now, project);
  db.exec('commit');
  return {
    id,
    name: input['name'],
    description: '',
    completed: false,
    order: position,
    project,
    due_on: null,
    edited_at: now,
  };
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
