import { randomBytes } from 'node:crypto';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { noteDelivery, writeDeliveries } from '../../features/deliveries/service.ts';
import { rightsOf } from '../../current/current-user.ts';
import { sumEventsOfDay } from '../../features/events/queries.ts';
import { writeEvents } from '../../features/events/service.ts';
import type { Person } from '../factories.ts';
import { type FormPart, formBody, uploadTo } from '../forms.ts';
import { noisy, postPicture } from '../pictures.ts';
import type { TestApp } from '../test-app.ts';

type FullFreelancer = {
  owner: Person;
  customer: Person;
  projects: number[];
  files: Map<string, Buffer>;
};

/** A freelancer with at least one of everything, made through the API, except for a sum of old looks. */
export async function createFullFreelancer(setup: TestApp): Promise<FullFreelancer> {
  const owner = await setup.createFreelancer();
  const { browser } = owner;
  await browser.patch('/api/face/', {
    display_name: 'Stüdyo Ada',
    accent: '#ffcc00',
    greeting: 'Hoş geldiniz',
    contact: '+90 532 000 00 00',
  });
  await browser.request({
    method: 'POST',
    url: '/api/face/logo/',
    ...formBody(['logo', await noisy(64), 'logo']),
  });
  await browser.patch('/api/notices/choices/', { notice: 'weekly_summary', wanted: false });
  const customer = await setup.createCustomer({ owner });
  await browser.patch(`/api/users/${customer.id}/`, { display_name: 'Zeynep Ürün' });
  const [person, removed] = [
    await setup.createClientPerson(customer),
    await setup.createClientPerson(customer),
  ];
  const waiting = (
    await browser.post('/api/users/', { username: `${customer.username}.x` })
  ).json<Customer>();
  const files = new Map<string, Buffer>();
  const projects: number[] = [];
  for (const name of ['Çay / Logo', 'Web: sitesi', 'Empty']) {
    setup.advance(90);
    const picture = await postPicture(owner, await noisy(20));
    const made = await browser.post('/api/projects/', {
      name,
      description: `<p>About <b>${name}</b> <img src="${picture.picture}" alt="drawn"></p>`,
      customer_id: name === 'Empty' ? waiting.id : customer.id,
      expected_on: name === 'Empty' ? null : '2027-03-28',
    });
    const project = made.json<Project>();
    projects.push(project.id);
    if (name === 'Empty') await browser.patch(`/api/projects/${project.id}/`, { status: 'on-hold' });
    else await fill(setup, owner, customer, project.id, files);
  }
  await person.browser.post('/api/seen/', { kind: 'project_opened', id: projects[0] });
  await removed.browser.post('/api/seen/', { kind: 'project_opened', id: projects[0] });
  await browser.delete(`/api/users/${customer.id}/people/${removed.id}/`);
  await comeBack(setup, customer, projects[0] ?? 0);
  await addWaiting(setup, owner, projects[0] ?? 0, files);
  await setup.runJobs();
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  await sumEventsOfDay(setup.db, [customer.id], setup.context.now().toISOString().slice(0, 10));
  return { owner, customer, projects, files };
}

/** The client opens the project once more, a day later. */
async function comeBack(setup: TestApp, { browser }: Person, id: number): Promise<void> {
  setup.advance(25 * 3600);
  await browser.get(`/api/projects/${id}/`);
  await browser.post('/api/seen/', { kind: 'project_opened', id });
}

/** Versions that their client does not see yet: a draft, and one that becomes visible in three days. */
async function addWaiting(
  setup: TestApp,
  { browser }: Person,
  project: number,
  files: Map<string, Buffer>,
): Promise<void> {
  const time = new Date(setup.context.now().getTime() + 3 * 24 * 3600 * 1000).toISOString();
  for (const [version_number, ready_at] of [
    ['3.0', null],
    ['4.0', time],
  ] as const) {
    setup.advance(5);
    const posted = await browser.post('/api/versions/', { version_number, project, ready_at });
    const { id } = posted.json<{ id: number }>();
    const content = Buffer.from(`not before ${ready_at}`);
    await uploadTo(browser, id, content, 'later.txt');
    files.set(`${project} ${version_number} 0`, content);
  }
}

/** Records the bytes that a connection has received, as a real one does. */
function deliveredTo({ context }: TestApp, owner: Person, { id, username }: Person) {
  const user = {
    id,
    username,
    user_type: 'customer',
    language: 'en',
    owner_id: owner.id,
    tenant: owner.tenant,
  } as const;
  return noteDelivery(context, { ...user, ...rightsOf('customer') }, owner.id, undefined);
}

async function fill(
  setup: TestApp,
  owner: Person,
  customer: Person,
  project: number,
  files: Map<string, Buffer>,
): Promise<void> {
  const { browser } = owner;
  for (const name of ['Sketch', 'Draft', 'Hand-over']) {
    setup.advance(1);
    const picture = await postPicture(owner, await noisy(16));
    const description = `<h2>${name}</h2><p><img src="${picture.picture}"></p>`;
    const due_on = name === 'Draft' ? null : '2026-12-04';
    const completed = name === 'Sketch';
    await browser.post('/api/milestones/', { name, description, project, completed, due_on });
  }
  const listed = (await browser.get(`/api/projects/${project}/`)).json<Project>();
  await browser.patch(`/api/milestones/${listed.milestones[2]?.id}/`, { order: 1 });
  for (const version_number of ['1.0', '2.0 “fin”']) {
    setup.advance(7);
    const picture = await postPicture(owner, await noisy(16));
    const posted = await browser.post('/api/versions/', {
      version_number,
      description: `<ul><li>new</li></ul><p><img src="${picture.picture}"></p>`,
      project,
    });
    const { id } = posted.json<{ id: number }>();
    // One picture is enough to be drawn, in a process of its own.
    const isDrawn = files.size === 0;
    const bytes = [
      isDrawn ? await noisy(70) : randomBytes(15_000),
      randomBytes(200_000),
      Buffer.alloc(0),
      Buffer.from('merhaba'),
      Buffer.from('selam'),
    ];
    const names = [isDrawn ? 'büyük.png' : 'büyük.bin', 'film: 1.bin', 'boş.txt', 'not.txt', 'not.txt'];
    let first = 0;
    for (const [index, content] of bytes.entries()) {
      setup.advance(1);
      // One file has a date of its own.
      const date: FormPart[] = index === 3 ? [['modified_at', '2024-03-05T17:31:41+03:00']] : [];
      const file = await uploadTo(browser, id, content, names[index], ...date);
      if (index === 0) first = file.id;
      files.set(`${project} ${version_number} ${index}`, content);
      await customer.browser.post('/api/seen/', { kind: 'file_previewed', id: file.id });
      if (index === 1) {
        await customer.browser.get(`/api/files/${file.id}/content/`);
        const ids = { owner_id: owner.id, project_id: project, version_id: id, file_id: file.id };
        const taken = version_number === '1.0' ? content.length : 1000;
        deliveredTo(
          setup,
          owner,
          customer,
        )?.({ ...ids, size_bytes: content.length }, { start: 0, end: taken - 1 });
      }
      if (index === 4 && version_number === '1.0')
        deliveredTo(
          setup,
          owner,
          customer,
        )?.(
          {
            owner_id: owner.id,
            project_id: project,
            version_id: id,
            file_id: file.id,
            size_bytes: content.length,
          },
          'store',
        );
      if (index === 3) {
        const { id: section } = (await browser.post('/api/sections/', { name: 'Baskı', version: id })).json<{
          id: number;
        }>();
        const words = { caption: 'Kıyı', alt: 'A shore' };
        await browser.patch(`/api/files/${file.id}/`, { order: 1, section, ...words });
        const link = { title: 'Depo', address: 'https://github.com/vitrin', version: id };
        await browser.post('/api/links/', { ...link, section });
        await browser.post('/api/links/', { ...link, order: 1 });
      }
      await customer.browser.post('/api/played/', { id: file.id, percent: 40 });
    }
    await browser.patch(`/api/versions/${id}/`, { cover: first });
    await customer.browser.post('/api/seen/', { kind: 'project_opened', id: project });
    await customer.browser.post('/api/seen/', { kind: 'version_opened', id });
    await setup.runJobs();
  }
}
