import { expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { AUTH, isSignedIn, PASSWORD } from '../../../testing/accounts.ts';
import { writeWebBuild } from '../../../testing/pages/web-build.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const folder = temporaryFolder();
writeWebBuild(folder, { page: '<head></head><p>page</p>', landing: { en: '', tr: '' } });
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { webFolder: folder });

const ROUNDS = 70;
const CODE = /\b\d{6}\b/;

test('a scanner that opens every link of 200 mails and posts to it starts no session and uses nothing up', async () => {
  const owner = await setup.createFreelancer();
  const { email: registered } = await setup.registerAccount('scanned-for-codes');
  setup.mails.length = 0;
  const waiting = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const username = `scanned-${round}`;
    const address = (kind: string) => `${kind}-${round}@example.com`;
    const newcomer = setup.createBrowser();
    await newcomer.post(`${AUTH}/auth/signup`, { username, email: address('new'), password: PASSWORD });
    await setup.addAddress(await setup.createFreelancer(), { email: address('reset') });
    await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email: address('reset') });
    const client = { username: `client-${round}`, email: address('client') };
    expect((await owner.browser.post('/api/users/', client)).statusCode).toBe(201);
    waiting.push({ newcomer, address });
  }
  const coded = setup.createBrowser();
  await coded.post(`${AUTH}/auth/code/request`, { email: registered });
  await setup.runJobs();
  const links = setup.mails.flatMap(
    ({ html, text }) => `${html} ${text}`.match(/https?:\/\/[^\s"<>]+/g) ?? [],
  );
  const scanner = setup.createBrowser();
  for (const url of new Set(links.map((link) => link.replaceAll('&amp;', '&'))))
    for (const method of ['GET', 'HEAD', 'POST'] as const) await scanner.request({ method, url });
  expect(setup.mails.length).toBeGreaterThan(200);
  expect(await isSignedIn(scanner)).toBe(false);

  const keyIn = (to: string, name: string) => {
    const link = setup.mails.findLast((mail) => mail.to === to)?.text?.match(/https?:\/\/\S+/)?.[0] ?? '';
    return new URL(link).searchParams.get(name) ?? '';
  };
  for (const { newcomer, address } of waiting) {
    const key = keyIn(address('new'), 'key');
    expect((await newcomer.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
    for (const [kind, name] of [
      ['reset', 'token'],
      ['client', 'token'],
    ] as const) {
      const token = keyIn(address(kind), name);
      const looked = await setup.createBrowser().get(`/api/users/verify_token/?token=${token}`);
      expect(looked.statusCode, kind).toBe(200);
    }
  }
  const code = CODE.exec(setup.mails.findLast(({ to }) => to === registered)?.text ?? '')?.[0];
  expect((await coded.post(`${AUTH}/auth/code/confirm`, { code })).statusCode).toBe(200);
});
