import { expect, test } from 'vitest';
import { sharedTestApp } from '../shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

const INVISIBLE = [
  '\u200b',
  '\u3164',
  '\u2800',
  '\u0301',
  '\u00ad\u034f',
  '\u{e0061}',
  '\u202e',
  '\u115f\uffa0',
];

test('no project, milestone, version, file or customer gets an invisible name', async () => {
  const { browser, ...owner } = await setup.createFreelancer();
  const project = await setup.createProject({ owner });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const file = await setup.createFile({ version });
  for (const name of INVISIBLE) {
    const answers = [
      await browser.post('/api/projects/', { name }),
      await browser.patch(`/api/projects/${project.id}/`, { name }),
      await browser.post('/api/milestones/', { name, project: project.id }),
      await browser.patch(`/api/milestones/${milestone.id}/`, { name }),
      await browser.post('/api/versions/', { version_number: name, project: project.id }),
      await browser.patch(`/api/versions/${version.id}/`, { version_number: name }),
      await browser.patch(`/api/files/${file.id}/`, { name }),
      await browser.post('/api/users/', { username: name }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400));
    expect(answers[0]?.json()).toEqual({ name: ['This field may not be blank.'] });
  }
});

test('no name of a user contains an invisible letter', async () => {
  const { browser } = await setup.createFreelancer();
  for (const filler of ['\u3164', '\u115f', '\ufe0f', '\u034f']) {
    expect((await browser.post('/api/users/', { username: `ada${filler}` })).statusCode).toBe(400);
    const signup = { username: `ada${filler}`, email: 'ada@example.com', password: 'petrol-green-window' };
    const answer = await browser.post('/api/_allauth/browser/v1/auth/signup', signup);
    expect(answer.json()).toMatchObject({ errors: [{ param: 'username', code: 'invalid' }] });
  }
  expect((await browser.post('/api/users/', { username: 'Jose\u0301' })).statusCode).toBe(201);
});
