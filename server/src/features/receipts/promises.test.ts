import { beforeEach, expect, test } from 'vitest';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import type { Person } from '../../testing/factories.ts';
import { pagesOf } from '../../testing/ledger/pdf-pages.ts';
import { receiptTools } from '../../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
let ada: Person;
let project: { id: number };
beforeEach(async () => {
  ada = await setup.createFreelancer();
  project = await setup.createProject({ owner: ada });
});

type Receipt = { entries: { kind: string; [field: string]: unknown }[] };

async function receipt(of = project) {
  const answer = await ada.browser.get(`/api/projects/${of.id}/receipt/`);
  return { text: answer.body, entries: answer.json<Receipt>().entries };
}

const pdf = async (language: string) => {
  const answer = await ada.browser.get(
    `/api/projects/${project.id}/receipt/?format=pdf&language=${language}`,
  );
  return (await pagesOf(answer.rawPayload)).join(' ').replaceAll(/\s+/g, ' ');
};
const promisesOf = ({ entries }: Receipt) =>
  entries
    .filter(({ kind }) => !['ledger_begun', 'version_ready'].includes(kind))
    .map(({ number: _number, at: _at, previous: _previous, milestone_id: _id, ...fact }) => fact);
const addMilestone = async (input: object) =>
  (
    await ada.browser.post('/api/milestones/', { project: project.id, name: 'Proof', ...input })
  ).json<Milestone>();
const save = ({ id }: { id: number }, input: object) => ada.browser.patch(`/api/milestones/${id}/`, input);
const expectOn = (expected_on: string | null) =>
  ada.browser.patch(`/api/projects/${project.id}/`, { expected_on });
const addVersion = (input: object = {}) =>
  ada.browser.post('/api/versions/', { project: project.id, version_number: '1.0', ...input });

test('a promise, its move and its delivery are facts, and an altered day is named', async () => {
  const proof = await addMilestone({ due_on: '2026-12-03' });
  await save(proof, { due_on: '2026-12-04' });
  await save(proof, { name: 'Last proof' });
  setup.advance(60);
  await save(proof, { completed: true });
  const { text, entries } = await receipt();
  expect(promisesOf({ entries })).toEqual([
    { kind: 'promised', day: '2026-12-03', milestone: 'Proof' },
    { kind: 'promise_moved', day: '2026-12-04', before: '2026-12-03', milestone: 'Proof' },
    { kind: 'milestone_delivered', milestone: 'Last proof' },
  ]);
  expect(await verifyReceipt(text, receiptTools)).toMatchObject({ isGenuine: true });
  const altered = text.replace('"day":"2026-12-04"', '"day":"2026-12-05"');
  const line = altered.split('\n').findIndex((each) => each.includes('2026-12-05')) + 1;
  expect(await verifyReceipt(altered, receiptTools)).toMatchObject({ isGenuine: false, line });
});

test('a reopened milestone and a promise withdrawn or deleted with its milestone are recorded', async () => {
  const proof = await addMilestone({ due_on: '2026-12-03' });
  const print = await addMilestone({ name: 'Print', due_on: '2026-12-10' });
  await save(proof, { completed: true });
  await save(proof, { completed: false });
  await save(proof, { due_on: null });
  await ada.browser.delete(`/api/milestones/${print.id}/`);
  // A milestone without a day has no line.
  await save(await addMilestone({ name: 'Later' }), { completed: true });
  expect(promisesOf(await receipt()).slice(2)).toEqual([
    { kind: 'milestone_delivered', milestone: 'Proof' },
    { kind: 'milestone_reopened', milestone: 'Proof' },
    { kind: 'promise_withdrawn', before: '2026-12-03', milestone: 'Proof' },
    { kind: 'promise_withdrawn', before: '2026-12-10', milestone: 'Print' },
  ]);
});

test('a day that changed while its milestone was completed is recorded once the milestone is reopened', async () => {
  const proof = await addMilestone({ due_on: '2026-12-03' });
  const late = await addMilestone({ name: 'Late', completed: true });
  await save(proof, { completed: true });
  for (const milestone of [proof, late]) await save(milestone, { due_on: '2026-12-10' });
  for (const milestone of [proof, late]) await save(milestone, { completed: false });
  await save(late, { completed: true });
  await save(late, { due_on: null });
  await save(late, { completed: false });
  expect(promisesOf(await receipt())).toEqual([
    { kind: 'promised', day: '2026-12-03', milestone: 'Proof' },
    { kind: 'milestone_delivered', milestone: 'Proof' },
    { kind: 'milestone_reopened', milestone: 'Proof' },
    { kind: 'promise_moved', day: '2026-12-10', before: '2026-12-03', milestone: 'Proof' },
    { kind: 'promised', day: '2026-12-10', milestone: 'Late' },
    { kind: 'milestone_delivered', milestone: 'Late' },
    { kind: 'milestone_reopened', milestone: 'Late' },
    { kind: 'promise_withdrawn', before: '2026-12-10', milestone: 'Late' },
  ]);
});

test('a scheduled version keeps the promise at its own time, and the next promise is a new one', async () => {
  await expectOn('2026-12-04');
  const ready_at = new Date(setup.context.now().getTime() + 60_000).toISOString();
  await addVersion({ ready_at });
  setup.advance(3600);
  await expectOn('2026-12-04');
  await expectOn('2026-12-05');
  await expectOn(null);
  const { entries } = await receipt();
  expect(entries.slice(1)).toMatchObject([
    { kind: 'promised', day: '2026-12-04' },
    { kind: 'version_ready', at: ready_at },
    { kind: 'promised', day: '2026-12-04' },
    { kind: 'promise_moved', day: '2026-12-05', before: '2026-12-04' },
    { kind: 'promise_withdrawn', before: '2026-12-05' },
  ]);
});

test('a ledger begins with existing promises, even that of a copy', async () => {
  await addMilestone({ name: 'Sketch', due_on: '2026-12-01', completed: true });
  await addMilestone({ due_on: '2026-12-03' });
  await expectOn('2026-12-04');
  const copy = (await ada.browser.post(`/api/projects/${project.id}/duplicate/`, {})).json<{ id: number }>();
  expect(promisesOf(await receipt(copy))).toEqual([
    { kind: 'promised', day: '2026-12-01', milestone: 'Sketch' },
    { kind: 'promised', day: '2026-12-03', milestone: 'Proof' },
    { kind: 'promised', day: '2026-12-04' },
  ]);
  await ada.browser.post(`/api/projects/${project.id}/copy-milestones/`, { project: copy.id });
  expect(promisesOf(await receipt()).slice(-2)).toEqual([
    { kind: 'promised', day: '2026-12-01', milestone: 'Sketch' },
    { kind: 'promised', day: '2026-12-03', milestone: 'Proof' },
  ]);
});

test('milestones copied into a project promise their days in its ledger, and those of no other project', async () => {
  const stranger = await setup.createFreelancer();
  const theirs = await setup.createProject({ owner: stranger });
  const source = await setup.createProject({ owner: ada });
  await stranger.browser.post('/api/milestones/', {
    project: theirs.id,
    name: 'Secret',
    due_on: '2026-12-09',
  });
  await addMilestone({ project: source.id, due_on: '2026-12-03' });
  await ada.browser.post(`/api/projects/${project.id}/copy-milestones/`, { project: source.id });
  expect(promisesOf(await receipt())).toEqual([{ kind: 'promised', day: '2026-12-03', milestone: 'Proof' }]);
});

test('the readable receipt states the promises and their deliveries, in both languages', async () => {
  const proof = await addMilestone({ due_on: '2026-12-03' });
  await save(proof, { due_on: '2026-12-04' });
  await expectOn('2026-12-11');
  const print = await addMilestone({ name: 'Print', due_on: '2026-12-18' });
  for (const completed of [true, false]) await save(print, { completed });
  await save(await addMilestone({ name: 'Label', due_on: '2026-12-21' }), { due_on: null });
  await save(proof, { completed: true });
  await addVersion();
  expect(await pdf('en')).toContain(
    'Proof: promised Friday 4 December 2026 (previously Thursday 3 December 2026), delivered Friday 20 November',
  );
  const text = await pdf('tr');
  expect(text).toContain('Sürüm 1.0: söz verilen gün 11 Aralık 2026 Cuma, teslim 20 Kasım Cuma');
  expect(text).toContain('Print: söz verilen gün 18 Aralık 2026 Cuma');
  expect(text).not.toContain('18 Aralık 2026 Cuma, teslim');
  expect(text).toMatch(
    /Label: söz verilen gün 21 Aralık 2026 Pazartesi, 20 Kasım \S+ \S+ UTC itibarıyla geri çekildi/,
  );
});
