import { expect, test } from 'vitest';
import { noticeSteps, QUIET_SECONDS } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { createAddressedDelivery, upload, mailsTo, mailsAfterQuiet, addMilestone, move } = noticeSteps(setup);

const MOVED = expect.stringMatching(/a date has moved$/);
const READY = expect.stringMatching(/is ready$/);

test('each reader is notified of a later move too, after the first notice was sent', async () => {
  const delivery = await createAddressedDelivery();
  const person = await setup.createClientPerson(delivery.customer);
  const emails = [delivery.email, await setup.addAddress(person)];
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  for (const [index, day] of ['2027-12-08', '2027-12-15'].entries()) {
    await move(delivery, proof, day);
    const mails = (await mailsAfterQuiet(...emails)).slice(2 * index);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
  }
});

test("the mail for a version of the client's other project delays no notice of moved days, and replaces none", async () => {
  const delivery = await createAddressedDelivery();
  const { owner, customer, version, email } = delivery;
  const other = { ...delivery, project: await setup.createProject({ owner, customer }) };
  const proof = await addMilestone(other, 'Proof', '2027-12-01');
  const subjectsAfter = async (seconds: number) => {
    setup.advance(seconds);
    return (await mailsTo(email)).map(({ subject }) => subject);
  };
  await move(other, proof, '2027-12-08');
  setup.advance(60);
  await upload(owner, version);
  expect(await subjectsAfter(QUIET_SECONDS - 60)).toEqual([MOVED]);
  await move(other, proof, '2027-12-15');
  expect(await subjectsAfter(60)).toEqual([MOVED, READY]);
  expect(await subjectsAfter(QUIET_SECONDS - 60)).toEqual([MOVED, READY, MOVED]);
});

test("a version's mail to a new client names no days that moved before for another", async () => {
  const delivery = await createAddressedDelivery();
  const { owner, project, version, email } = delivery;
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  await upload(owner, version);
  await mailsAfterQuiet(email);
  await move(delivery, proof, '2027-12-08');
  const next = await setup.createCustomer({ owner });
  const nextEmail = await setup.addAddress(next);
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: next.id });
  await owner.browser.post(`/api/versions/${version.id}/tell/`, {});
  const [mail, ...others] = await mailsTo(nextEmail);
  expect(others).toEqual([]);
  expect(mail?.subject).toEqual(READY);
  expect(mail?.text).not.toContain('Proof');
});

test("moved days wait for a version's mail to their own reader only", async () => {
  const delivery = await createAddressedDelivery();
  const { owner, customer, project, email } = delivery;
  const proof = await addMilestone(delivery, 'Proof', '2027-12-01');
  const ready_at = new Date(setup.context.now().getTime() + 200_000).toISOString();
  const input = { project: project.id, version_number: '2.0', ready_at };
  await upload(owner, (await owner.browser.post('/api/versions/', input)).json<{ id: number }>());
  // A person who joins now gets no mail for that version.
  const personEmail = await setup.addAddress(await setup.createClientPerson(customer));
  await move(delivery, proof, '2027-12-08');
  const mails = await mailsAfterQuiet(email, personEmail);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[personEmail, MOVED]]);
});
