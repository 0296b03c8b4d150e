import type { Mail } from '../../adapters/mail/mailer.ts';
import { writeDeliveries } from '../../features/deliveries/service.ts';
import { writeEvents } from '../../features/events/service.ts';
import type { Person } from '../factories.ts';
import type { TestApp } from '../test-app.ts';

/** Steps for tests of notices about looks and downloads, on one app. */
export function lookSteps(setup: TestApp) {
  /** Waits until looks and downloads are in the database, and the jobs that follow have run. */
  const written = async (): Promise<void> => {
    await writeEvents(setup.context);
    await writeDeliveries(setup.context);
    await setup.runJobs();
  };
  const mailsTo = async ({ username }: Person): Promise<Mail[]> => {
    await written();
    const address = `${username}@example.com`.toLowerCase();
    return setup.mails.filter(({ to }) => to === address);
  };
  const look = ({ browser }: Person, version: { id: number }) =>
    browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
  return { written, mailsTo, look };
}
