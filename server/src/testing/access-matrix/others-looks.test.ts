import type { Project } from '@vitrin/shared/contract/projects.ts';
import { expect, test } from 'vitest';
import { noteDelivery, writeDeliveries, notePlay } from '../../features/deliveries/service.ts';
import { recordEvent, writeEvents } from '../../features/events/service.ts';
import type { Person } from '../factories.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { createWorld, type World } from './access-world.ts';
import { answersTo, readableAddresses } from './client-answers.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** All activity of a client in a project: opening, viewing, downloading and playing its content. */
async function doEverything({ owner, project, version, file }: World, client: Person): Promise<void> {
  const { context } = setup;
  const ids = { owner_id: owner.id, project_id: project.id };
  recordEvent(context, client, { kind: 'project_opened', ...ids });
  recordEvent(context, client, { kind: 'version_opened', ...ids, version_id: version.id });
  const ofFile = { ...ids, version_id: version.id, file_id: file.id };
  for (const kind of ['file_previewed', 'file_downloaded'] as const)
    recordEvent(context, client, { kind, ...ofFile });
  recordEvent(context, client, { kind: 'zip_downloaded', ...ids, version_id: version.id });
  noteDelivery(context, client, owner.id, PHONE)?.({ ...ofFile, size_bytes: 1 }, { start: 0, end: 0 });
  await notePlay(context, client, { ...ofFile, id: file.id }, { percent: 50, userAgent: PHONE });
  await writeEvents(context);
  await writeDeliveries(context);
}

test('looks of another client of the project change no answer to its client', async () => {
  const world = await createWorld(setup);
  const { owner, customer: former, otherCustomer: client, project, version } = world;
  await doEverything(world, former);
  setup.advance(3600);
  const visited = setup.context.now().toISOString();
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: client.id });
  await doEverything(world, client);
  const headers = { 'x-looks': 'reported' };
  const readers = [{ who: 'client', browser: client.browser, headers }];
  const addresses = await readableAddresses(world);
  setup.advance(2 * 24 * 3600);
  // A session is prolonged once an hour, by any answer.
  await answersTo(readers, ['/api/projects/'], ['GET']);
  const before = await answersTo(readers, addresses, ['GET']);
  await doEverything(world, former);
  const after = await answersTo(readers, addresses, ['GET']);
  for (const [what, answer] of Object.entries(before)) expect(after[what], what).toEqual(answer);
  expect(JSON.stringify(after)).not.toContain(former.username);
  const shown = (await client.browser.get(`/api/projects/${project.id}/`, headers)).json<Project>();
  expect(shown.previous_visit).toBe(visited);
  // The freelancer sees the look.
  const receivers = await owner.browser.get(`/api/versions/${version.id}/receivers/`);
  expect(receivers.body).toContain(former.username);
}, 60_000);
