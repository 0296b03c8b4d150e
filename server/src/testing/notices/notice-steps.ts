import { expect } from 'vitest';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Mail } from '../../adapters/mail/mailer.ts';
import type { Person } from '../factories.ts';
import { formBody } from '../forms.ts';
import type { TestApp } from '../test-app.ts';

/** Time without an upload after which the notice of a version is due. */
export const QUIET_SECONDS = 5 * 60;

type Owned = { owner: Person; project: { id: number } };

/** Steps of tests of notices, on one app. */
export function noticeSteps(setup: TestApp) {
  const mailsTo = async (...emails: string[]): Promise<Mail[]> => {
    await setup.runJobs();
    return setup.mails.filter(({ to }) => emails.includes(to));
  };
  /** A delivery to a customer with an address, which gets mails once it is verified. */
  const createAddressedDelivery = async ({ verified = true } = {}) => {
    const delivery = await setup.createDelivery();
    return { ...delivery, email: await setup.addAddress(delivery.customer, { verified }) };
  };
  const upload = async (owner: Person, version: { id: number }, name = 'work.txt'): Promise<void> => {
    const body = formBody(['version', String(version.id)], ['file', Buffer.from('work'), name]);
    const answer = await owner.browser.request({ method: 'POST', url: '/api/files/', ...body });
    expect(answer.statusCode).toBe(201);
  };
  const mailsAfterQuiet = async (...emails: string[]): Promise<Mail[]> => {
    setup.advance(QUIET_SECONDS);
    return mailsTo(...emails);
  };
  const addMilestone = async ({ owner, project }: Owned, name: string, due_on: string | null) =>
    (await owner.browser.post('/api/milestones/', { project: project.id, name, due_on })).json<Milestone>();
  const move = ({ owner }: Owned, { id }: Milestone, due_on: string | null) =>
    owner.browser.patch(`/api/milestones/${id}/`, { due_on });
  return { createAddressedDelivery, upload, mailsTo, mailsAfterQuiet, addMilestone, move };
}
