import { expect, test } from 'vitest';
import { AUTH, errorCodes, logIn, PASSWORD } from '../../testing/accounts.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

test('an account can be logged in to with any kind of i in its name', async () => {
  await setup.registerAccount('Işık', 'isik@example.com');
  await setup.registerAccount('İlkay', 'ilkay@example.com');
  for (const name of ['Işık', 'ışık', 'IŞIK', 'işik', 'İlkay', 'ilkay', 'ILKAY', 'ılkay'])
    expect([name, await logIn(setup.createBrowser(), name)]).toEqual([name, 200]);
});

test('a new name that folds like an existing one is refused as taken', async () => {
  await setup.registerAccount('Pınar', 'pinar@example.com');
  for (const username of ['pinar', 'PINAR', 'Pİnar']) {
    const signup = { username, email: 'another@example.com', password: PASSWORD };
    const answer = await setup.createBrowser().post(`${AUTH}/auth/signup`, signup);
    expect(errorCodes(answer)).toEqual(['username:username_taken']);
  }
  const owner = await setup.createFreelancer();
  const create = async (username: string) =>
    (await owner.browser.post('/api/users/', { username })).statusCode;
  expect([await create('İrem'), await create('irem'), await create('ırem'), await create('İrem2')]).toEqual([
    201, 400, 400, 201,
  ]);
});

test('one of two customers with one name in two spellings, created at once, is made', async () => {
  const owner = await setup.createFreelancer();
  const answers = await Promise.all(
    ['Gizem', 'GİZEM', 'gızem'].map((username) => owner.browser.post('/api/users/', { username })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
});

test('all spellings of a name share its five tries, also of an unused name', async () => {
  await setup.registerAccount('Kılıç', 'kilic@example.com');
  for (const spellings of [
    ['Kılıç', 'kiliç', 'KILIÇ', 'KİLİÇ', 'kılıç', 'Kiliç'],
    ['Yıldız', 'yildiz', 'YILDIZ', 'YİLDİZ', 'yıldız', 'Yildiz'],
  ]) {
    const codes = [];
    for (const username of spellings)
      codes.push(
        errorCodes(
          await setup.createBrowser().post(`${AUTH}/auth/login`, { username, password: 'wrong-password' }),
        )[0],
      );
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('password:username_password_mismatch'));
    expect(codes[5]).toBe('too_many_login_attempts');
    setup.advance(300);
  }
});
