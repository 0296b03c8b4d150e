import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import { archiveRows } from './access-matrix-archives.ts';
import { authRows, erasureRows, noticeRows, securityRows, tokenRows } from './access-matrix-auth.ts';
import { keyRows } from './key-rows.ts';
import { boardRows } from './board-rows.ts';
import { paymentRows } from './payment-rows.ts';
import { changed, everybody, freelancers, hidden, row, type Row, seen, type Statuses } from './access-row.ts';
import { firstEntryOf } from '../ledger/entries.ts';
import { PAGE_ROWS } from './page-rows.ts';
import { openingOf } from './token-rows.ts';
import { statusAsPerson } from './person-rows.ts';
import { statusAsClient } from './view-rows.ts';
import { formBody } from '../forms.ts';
import { drawn, postPicture } from '../pictures.ts';
import { ASKERS, openUpload, uploadHeaders, type World } from './access-world.ts';

const project = ({ project: { id } }: World) => ({ id });
const milestone = ({ milestone: { id } }: World) => ({ id });
const version = ({ version: { id } }: World) => ({ id });
const file = ({ file: { id } }: World) => ({ id });
const ofProject = ({ project: { id } }: World) => ({ query: { project: `${id}` } });
const inProject = (input: object) => (world: World) => ({ payload: { ...input, project: world.project.id } });
const saying = (thing: (world: World) => { id: number }, payload: object) => (world: World) => ({
  ...thing(world),
  payload,
});
const tus = { 'tus-resumable': '1.0.0' };

const system: Row[] = [
  row('GET /healthz', everybody),
  row('GET /readyz', everybody),
  row('GET /api/openapi.json', everybody),
  row('GET /api/subscription_plans/', everybody),
];
const redirected: Statuses = [302, 302, 302, 302, 302];
const docs = ['GET /api/docs/static/swagger-initializer.js', 'GET /api/docs/json', 'GET /api/docs/yaml'].map(
  (route) => row(route, everybody),
);
docs.push(row('GET /api/docs', redirected));

const users: Row[] = [
  row('GET /api/users/:id/', [401, 404, 404, 404, 200], ({ owner: { id } }) => ({ id }), 'the owner'),
  row('GET /api/users/:id/', [401, 200, 404, 404, 200], ({ customer: { id } }) => ({ id }), 'the customer'),
  row('GET /api/users/', freelancers(200)),
  row('POST /api/users/', freelancers(201), ({ project: { id } }) => ({
    payload: { username: `new-${id}` },
  })),
  row('DELETE /api/users/:id/', [401, 404, 403, 404, 204], ({ otherCustomer: { id } }) => ({ id })),
  row('DELETE /api/users/:id/', [401, 404, 404, 404, 403], ({ owner: { id } }) => ({ id }), 'the owner'),
  row('PUT /api/users/:id/invitation/', [401, 403, 403, 404, 200], ({ otherCustomer: { id } }) => ({
    id,
    payload: { email: `invited-${id}@example.com` },
  })),
  row('DELETE /api/users/:id/invitation/', [401, 403, 403, 404, 204], ({ otherCustomer: { id } }) => ({
    id,
  })),
  row('POST /api/users/:id/people/', [401, 403, 403, 404, 201], ({ customer: { id } }) => ({
    id,
    payload: { username: `person-of-${id}` },
  })),
  row(
    'DELETE /api/users/:id/people/:person_id/',
    [401, 403, 403, 404, 204],
    ({ customer: { id }, person }) => ({ id, person: person.id }),
  ),
  row(
    'POST /api/users/invitation_opened/',
    [400, 400, 400, 400, 400],
    () => ({ payload: { token: 'x' } }),
    'a wrong token',
  ),
];

const projects: Row[] = [
  row('GET /api/projects/', [401, 200, 200, 200, 200]),
  row('GET /api/projects/get_projects_summary/', [401, 200, 200, 200, 200]),
  row('GET /api/projects/:id/', seen, project),
  row('POST /api/projects/', freelancers(201), () => ({ payload: { name: 'x' } })),
  row('PUT /api/projects/:id/', changed(200), saying(project, { name: 'x' })),
  row('PATCH /api/projects/:id/', changed(200), saying(project, { status: 'on-hold' })),
  row('DELETE /api/projects/:id/', changed(204), project),
  row('POST /api/projects/:id/duplicate/', changed(201), project),
  row('POST /api/projects/:id/copy-milestones/', changed(201), (world) => ({
    ...project(world),
    payload: { project: world.project.id },
  })),
];

const milestones: Row[] = [
  row('GET /api/milestones/', [401, 200, 200, 200, 200]),
  row('GET /api/milestones/', seen, ofProject, 'of the project'),
  row('POST /api/milestones/', changed(201), inProject({ name: 'x' })),
  row('PUT /api/milestones/:id/', changed(200), saying(milestone, { name: 'x' })),
  row('PATCH /api/milestones/:id/', changed(200), saying(milestone, { completed: true })),
  row('DELETE /api/milestones/:id/', changed(204), milestone),
];

const versions: Row[] = [
  row('GET /api/versions/', [401, 200, 200, 200, 200]),
  row('GET /api/versions/', seen, ofProject, 'of the project'),
  row('POST /api/versions/', changed(201), inProject({ version_number: '2' })),
  row('PUT /api/versions/:id/', changed(200), saying(version, { version_number: '2' })),
  row('PATCH /api/versions/:id/', changed(200), saying(version, { version_number: '2' })),
  row('DELETE /api/versions/:id/', changed(204), version),
  row('GET /api/versions/:id/notices/', hidden, version),
  row('GET /api/versions/:id/reminder/', hidden, version),
  row('GET /api/versions/:id/message/', hidden, version),
  row('POST /api/versions/:id/tell/', changed(409), version, 'a client without an address'),
  row('POST /api/versions/:id/reminder/', changed(409), version, 'a client without an address'),
];

const LINK = { title: 'x', address: 'https://example.com/' };

const sections: Row[] = [
  row('GET /api/sections/', seen, (world) => ({ query: { version: `${world.version.id}` } })),
  row('POST /api/sections/', changed(201), ({ version: { id } }) => ({
    payload: { name: 'x', version: id },
  })),
  row('PATCH /api/sections/:id/', changed(200), async (world) => ({
    ...(await openSection(world)),
    payload: { name: 'y' },
  })),
  row('DELETE /api/sections/:id/', changed(204), openSection),
];

const links: Row[] = [
  row('GET /api/links/', seen, (world) => ({ query: { version: `${world.version.id}` } })),
  row('POST /api/links/', changed(201), ({ version: { id } }) => ({ payload: { ...LINK, version: id } })),
  row('PATCH /api/links/:id/', changed(200), async (world) => ({
    ...(await openLink(world)),
    payload: { title: 'y' },
  })),
  row('DELETE /api/links/:id/', changed(204), openLink),
  row('GET /embed/:id', seen, openFilm),
];

const files: Row[] = [
  row('GET /api/versions/:id/zip/', seen, version),
  row(
    'GET /api/versions/:id/zip/',
    seen,
    (world) => ({ ...version(world), query: { files: `${world.file.id}` } }),
    'chosen files',
  ),
  row('GET /api/projects/:id/offline/', seen, project),
  row('GET /api/files/', seen, (world) => ({ query: { version: `${world.version.id}` } })),
  row('POST /api/files/', changed(201), (world) => ({ payload: formWithFile(world) })),
  row('PUT /api/files/:id/', changed(200), saying(file, { name: 'x' })),
  row('PATCH /api/files/:id/', changed(200), saying(file, { name: 'x' })),
  row('PATCH /api/files/', changed(200), (world) => ({
    payload: { files: [{ id: world.file.id, caption: 'x' }] },
  })),
  row('DELETE /api/files/:id/', changed(204), file),
  row('GET /api/files/:id/content/', seen, file),
  row('GET /api/files/:id/thumbnail/', seen, file),
  row('GET /api/files/:id/preview/', seen, file),
  row('OPTIONS /api/uploads/', [204, 204, 204, 204, 204]),
  row('OPTIONS /api/uploads/:id/', [204, 204, 204, 204, 204], async (world) => ({
    id: await openUpload(world),
  })),
  row('POST /api/uploads/', changed(201), (world) => ({ headers: uploadHeaders(world.version) })),
  row('HEAD /api/uploads/:id/', [401, 404, 404, 404, 200], async (world) => ({
    id: await openUpload(world),
    headers: tus,
  })),
  row('PATCH /api/uploads/:id/', [401, 404, 404, 404, 204], async (world) => ({
    id: await openUpload(world),
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from('abc'),
  })),
  row('DELETE /api/uploads/:id/', [401, 404, 404, 404, 204], async (world) => ({
    id: await openUpload(world),
    headers: tus,
  })),
];

const pictures: Row[] = [
  row('POST /api/pictures/', freelancers(201), async () => formBody(['picture', await drawn(), 'x.png'])),
  row('GET /api/pictures/:id/', seen, async (world) => ({ id: (await putPicture(world)).id }), 'in a text'),
  row(
    'GET /api/pictures/:id/',
    [401, 404, 404, 404, 200],
    async ({ owner }) => ({ id: (await postPicture(owner)).id }),
    'in no text yet',
  ),
];

/** Everybody connected with the freelancer sees the logo; others do not learn that there is one. */
const seenLogo: Statuses = [401, 200, 200, 404, 200];

const faces: Row[] = [
  row('GET /api/face/', freelancers(200)),
  row('PATCH /api/face/', freelancers(200), () => ({ payload: { accent: '#0e5a54' } })),
  row('DELETE /api/face/', freelancers(204)),
  row('POST /api/face/logo/', freelancers(200), async () => formBody(['logo', await drawn(), 'x.png'])),
  row('DELETE /api/face/logo/', freelancers(204)),
  row('GET /api/logos/:id/', seenLogo, putLogo),
  // Needs a registration link and nothing else.
  row('GET /api/invitations/cover/', [404, 404, 404, 404, 404]),
  row('PATCH /api/users/:id/', [401, 200, 404, 404, 200], ({ customer: { id } }) => ({
    id,
    payload: { display_name: 'Somebody' },
  })),
];

const others: Row[] = [
  row('GET /api/analytics/', freelancers(200)),
  row('GET /api/analytics/query/', freelancers(200), () => ({ query: { measure: 'opens' } })),
  row('GET /api/analytics/lately/', freelancers(200)),
  row('GET /api/analytics/unopened/', freelancers(200)),
  row('GET /api/analytics/looks/', freelancers(200)),
  row('GET /api/projects/:id/activity/', hidden, project),
  row('GET /api/versions/:id/receivers/', hidden, version),
  row('GET /api/projects/:id/receipt/', hidden, project),
  row('GET /api/projects/:id/calendar/', seen, project),
  row('GET /api/support/', [401, 200, 200, 200, 200]),
  row('POST /api/support/', [401, 201, 201, 201, 201], () => ({
    payload: { subject: 'Help', text: 'Please' },
  })),
  row('GET /api/own_data/', [401, 200, 200, 200, 200]),
  row('GET /api/account/feed/', freelancers(200)),
  row('POST /api/account/feed/', freelancers(201)),
  row('DELETE /api/account/feed/', freelancers(204)),
  row('GET /api/feeds/:secret/calendar.ics', [404, 404, 404, 404, 404], () => ({}), 'a wrong secret'),
  row('GET /api/feeds/:secret/news.atom', [404, 404, 404, 404, 404], () => ({}), 'a wrong secret'),
  row('GET /api/receipt-keys/', everybody),
  row('GET /api/ledger-lines/', everybody, async ({ owner, project }) => ({
    query: await firstEntryOf(owner, project.id),
  })),
  row('GET /api/files/:id/receivers/', hidden, file),
  row('GET /api/links/:id/receivers/', hidden, openLink),
  row('GET /api/changes/', [401, 200, 200, 200, 200]),
  row('POST /api/played/', [401, 204, 404, 404, 204], (world) => ({
    payload: { ...file(world), percent: 50 },
  })),
];

const LOOKED_AT = {
  project_opened: project,
  version_opened: version,
  file_previewed: file,
  link_opened: async (world: World) => ({ id: (await openLink(world)).id }),
};
const looks: Row[] = Object.entries(LOOKED_AT).map(([kind, thing]) =>
  row(
    'POST /api/seen/',
    [401, 204, 404, 404, 204],
    async (world) => ({ payload: { kind, ...(await thing(world)) } }),
    kind,
  ),
);

/** Every route and who may call it. A new route needs a row here; `docs/access-matrix.md` is made from the rows. */
export const ROWS: readonly Row[] = [
  ...system,
  ...docs,
  row('GET /api/docs/static/index.html', redirected),
  ...keyRows,
  ...securityRows,
  ...tokenRows,
  ...boardRows,
  ...erasureRows,
  ...authRows,
  ...noticeRows,
  ...users,
  ...projects,
  ...milestones,
  ...versions,
  ...sections,
  ...links,
  ...files,
  ...pictures,
  ...faces,
  ...paymentRows,
  ...others,
  ...looks,
  ...archiveRows,
];

/** The matrix as a Markdown document. */
export function matrixDocument(rows: readonly Row[]): string {
  const calls = rows.map((row) => [
    `\`${row.route}\`${row.about ? ` (${row.about})` : ''}`,
    ...[...row.statuses, statusAsPerson(row), statusAsClient(row)].map(String),
    openingOf(row),
  ]);
  const pages = PAGE_ROWS.map(({ page, isShown }) => [
    `\`${page}\``,
    ...isShown.map((is) => (is ? 'content' : 'none')),
  ]);
  return `# Answers by kind of user

Made from \`server/src/testing/access-matrix/access-matrix.ts\` by its test, which calls every route as each kind of user; do not edit by hand
(\`npx vitest run access-matrix -u\` writes it anew). Seen from one freelancer's project: its customer, another customer
of the same freelancer, another freelancer, its owner, a person of its customer, and its owner who asks as the client
(\`X-View-As: client\`). Guests get 401, anything invisible is 404, and anything visible without permission 403. As the
client, every change and every route outside a project is 403, too. The last column names the least scope of a token for the
route: every other token gets 403, as does a token of one project on a route of the whole account. A HEAD has the answer of
its GET, any other method gets 405.

${tableOf([['Route', ...ASKERS, 'own person', 'as client', 'token'], ...calls])}

The pages of these screens arrive with their content, for the people who may see it and for no others; every other
page is the same application for all (\`server/src/testing/access-matrix/page-rows.ts\`).

${tableOf([['Page', ...ASKERS], ...pages])}
`;
}

function tableOf(table: string[][]): string {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table.map(line);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

/** A logo of the owner. */
async function putLogo({ owner }: World) {
  const posted = await owner.browser.request({
    method: 'POST',
    url: '/api/face/logo/',
    ...formBody(['logo', await drawn(), 'x.png']),
  });
  return { id: posted.json<OwnFace>().logo?.address.split('/').at(-2) ?? '' };
}

/** A link of the version. */
async function openLink({ owner, version }: World): Promise<{ id: number }> {
  return (await owner.browser.post('/api/links/', { ...LINK, version: version.id })).json<{ id: number }>();
}

/** A link of the version that has a player. */
async function openFilm({ owner, version }: World): Promise<{ id: number }> {
  const body = { title: 'x', address: 'https://vimeo.com/1', version: version.id };
  return (await owner.browser.post('/api/links/', body)).json<{ id: number }>();
}

/** A section of the version. */
async function openSection({ owner, version }: World): Promise<{ id: number }> {
  return (await owner.browser.post('/api/sections/', { name: 'x', version: version.id })).json<{
    id: number;
  }>();
}

/** A picture in the description of the milestone. */
async function putPicture({ owner, milestone: { id } }: World): Promise<{ id: number }> {
  const posted = await postPicture(owner);
  const description = `<p><img src="${posted.picture}"></p>`;
  await owner.browser.patch(`/api/milestones/${id}/`, { description });
  return posted;
}

function formWithFile({ version: { id } }: World): FormData {
  const form = new FormData();
  form.append('version', String(id));
  form.append('file', new Blob(['x']), 'x.txt');
  return form;
}
