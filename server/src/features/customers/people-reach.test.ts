import type { Project } from '@vitrin/shared/contract/projects.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { eventsOf } from '../../testing/calendar-events.ts';
import { uploadTo } from '../../testing/forms.ts';
import { receiptTools } from '../../testing/ledger/receipt-tools.ts';
import { filesIn, TAKEN } from '../../testing/pages/offline-copies.ts';
import { QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { writeEvents } from '../events/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A delivery with a dated milestone, a person of its client, and one of another client of the same freelancer. */
async function createCompany() {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const project = {
    name: 'Summer campaign',
    ...(await setup.createProject({ owner, customer, name: 'Summer campaign' })),
  };
  const version = await setup.createVersion({ project });
  const file = await uploadTo(owner.browser, version.id, Buffer.from('bytes of a logo'), 'logo.txt');
  const added = await owner.browser.post('/api/milestones/', {
    project: project.id,
    name: 'Proof',
    due_on: '2027-12-01',
  });
  const person = await setup.createClientPerson(customer);
  const stranger = await setup.createClientPerson(await setup.createCustomer({ owner }));
  return { owner, customer, project, version, file, person, stranger, proof: added.json<{ id: number }>() };
}

/** An answer without the parts that always differ: the time and the request. */
async function answerOf(browser: Browser, url: string) {
  const { statusCode, headers, rawPayload } = await browser.get(url, { 'x-looks': 'reported' });
  const { date: _date, 'x-request-id': _id, ...kept } = headers;
  return { statusCode, headers: kept, body: rawPayload };
}

test('lists, search, counts, files, zip, offline copy and calendar are those of the client, and no one else’s', async () => {
  const { customer, project, version, file, person, stranger, proof } = await createCompany();
  const search = encodeURIComponent(project.name.slice(0, 4));
  const ofProject = [
    `/api/projects/${project.id}/`,
    `/api/files/${file.id}/content/`,
    `/api/files/${file.id}/content/?download=1`,
    `/api/versions/${version.id}/zip/`,
    `/api/projects/${project.id}/offline/?taken=${TAKEN}`,
    `/api/projects/${project.id}/calendar/`,
    `/api/projects/${project.id}/calendar/?milestone=${proof.id}`,
  ];
  const lists = [
    '/api/projects/',
    `/api/projects/?search=${search}`,
    '/api/projects/get_projects_summary/',
    `/api/milestones/?project=${project.id}`,
    `/api/versions/?project=${project.id}`,
    `/api/files/?version=${version.id}`,
  ];
  for (const url of [...ofProject, ...lists]) {
    const seen = await answerOf(customer.browser, url);
    expect(seen.statusCode, url).toBe(200);
    expect(await answerOf(person.browser, url), url).toEqual(seen);
  }
  for (const url of ofProject) expect((await stranger.browser.get(url)).statusCode, url).toBe(404);
  for (const url of lists)
    expect((await stranger.browser.get(url)).body, url).not.toContain(JSON.stringify(project.name));
  const found = (await person.browser.get(`/api/projects/?search=${search}`)).json<{ results: Project[] }>();
  expect(found.results.map(({ id }) => id)).toEqual([project.id]);
  const copy = await filesIn(person.browser, `/api/projects/${project.id}/offline/?taken=${TAKEN}`);
  expect([...copy.values()].map(({ bytes }) => bytes.toString())).toContain('bytes of a logo');
  const days = eventsOf((await person.browser.get(`/api/projects/${project.id}/calendar/`)).body);
  expect(days).toMatchObject([{ UID: `milestone-${proof.id}@localhost`, 'DTSTART;VALUE=DATE': '20271201' }]);
});

test('a receipt and the list of downloads name each person by the own name, also after a removal', async () => {
  const { owner, customer, project, file, person } = await createCompany();
  await owner.browser.patch(`/api/users/${person.id}/`, { display_name: 'Anna Kaya' });
  for (const { browser } of [customer, person])
    await browser.get(`/api/files/${file.id}/content/?download=1`);
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  const receipt = async () => (await owner.browser.get(`/api/projects/${project.id}/receipt/`)).body;
  const namesIn = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes('"salt"') && line.includes('"name"'))
      .map((line) => (JSON.parse(line.replace(/,$/, '')) as { name: string }).name)
      .toSorted();
  const names = [person.username, customer.username].toSorted();
  const before = await receipt();
  expect(namesIn(before)).toEqual(names);
  expect(await verifyReceipt(before, receiptTools)).toMatchObject({ isGenuine: true });
  await owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);
  await setup.runJobs();
  const after = await receipt();
  expect(namesIn(after)).toEqual(names);
  expect(await verifyReceipt(after, receiptTools)).toMatchObject({ isGenuine: true });
  expect(await verifyReceipt(after.replaceAll(person.username, 'another'), receiptTools)).toMatchObject({
    isGenuine: false,
  });
  const { body } = await owner.browser.get(`/api/files/${file.id}/receivers/`);
  for (const name of ['Anna Kaya', customer.username]) expect(body).toContain(name);
});

test('a moved day is mailed to each person once, and not to one removed before it was sent', async () => {
  const { owner, customer, proof } = await createCompany();
  const people = [await setup.createClientPerson(customer), await setup.createClientPerson(customer)];
  const emails: string[] = [];
  for (const person of [customer, ...people]) emails.push(await setup.addAddress(person));
  await owner.browser.patch(`/api/milestones/${proof.id}/`, { due_on: '2027-12-08' });
  await owner.browser.patch(`/api/milestones/${proof.id}/`, { due_on: '2027-12-09' });
  const [, , removed] = emails;
  await owner.browser.delete(`/api/users/${customer.id}/people/${people[1]?.id}/`);
  setup.advance(QUIET_SECONDS);
  await setup.runJobs();
  setup.advance(QUIET_SECONDS);
  await setup.runJobs();
  const sent = setup.mails.map(({ to }) => to).filter((to) => emails.includes(to));
  expect(sent.toSorted()).toEqual(emails.filter((email) => email !== removed).toSorted());
});

test('a person who deletes the account leaves all others in place, and no name behind', async () => {
  const { owner, customer, project, file, person } = await createCompany();
  await person.browser.get(`/api/files/${file.id}/content/?download=1`);
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  const asked = await person.browser.post('/api/account/erasure/', { username: person.username });
  expect(asked.statusCode).toBe(200);
  for (const days of [8, 7]) {
    setup.advance(days * 24 * 3600);
    // Using a session prolongs it.
    for (const { browser } of [owner, customer]) await browser.get('/api/projects/');
  }
  await setup.runJobs();
  const left = await setup.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [owner.id, customer.id, person.id])
    .orderBy('id')
    .execute();
  expect(left.map(({ id }) => id)).toEqual([owner.id, customer.id].toSorted((a, b) => a - b));
  const answers = [
    await owner.browser.get(`/api/files/${file.id}/receivers/`),
    await owner.browser.get(`/api/projects/${project.id}/receipt/`),
  ];
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(200);
    expect(body).not.toContain(person.username);
  }
  expect((await customer.browser.get(`/api/projects/${project.id}/`)).statusCode).toBe(200);
});
