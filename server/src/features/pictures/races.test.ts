import { expect, test } from 'vitest';
import { GIB } from '@vitrin/shared/rules/storage/storage.ts';
import type { Person } from '../../testing/factories.ts';
import { addressesIn, dataAddress, noisy, postPicture, postPictureForm } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();

async function newText(person: Person): Promise<string> {
  return `/api/projects/${(await setup.createProject({ owner: person })).id}/`;
}

async function usedBytes(person: Person): Promise<number> {
  const user = await person.browser.get(`/api/users/${person.id}/`);
  return user.json<{ used_storage: number }>().used_storage * GIB;
}

test("pictures beyond the plan's storage are refused, and races use no more than there is", async () => {
  const bob = await setup.createFreelancer();
  const bytes = await noisy(100);
  const { picture } = await postPicture(bob, bytes);
  const size = await usedBytes(bob);
  expect((await bob.browser.get(picture)).rawPayload.length).toBe(size);
  const extra_storage_gb = (size * 3 + 100) / GIB - 0.5;
  await setup.db.updateTable('users').set({ extra_storage_gb }).where('id', '=', bob.id).execute();
  const text = await newText(bob);
  const description = `<img src="${dataAddress(bytes)}">`;
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => postPictureForm(bob, bytes)),
    ...Array.from({ length: 4 }, () => bob.browser.post('/api/projects/', { name: 'x', description })),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  expect(await usedBytes(bob)).toBe(size * 3);
  const refused = await bob.browser.patch(text, { description });
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ detail: string }>().detail).toMatch(
    /^There is not enough storage for this picture: /,
  );
  expect((await bob.browser.get(text)).json<{ description: string }>().description).toBe('');
});

test('two texts saved with one free picture both get it, as two objects', async () => {
  const { picture } = await postPicture(ada);
  const texts = [await newText(ada), await newText(ada)];
  const description = `<img src="${picture}">`;
  const saved = await Promise.all(texts.map((text) => ada.browser.patch(text, { description })));
  expect(saved.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const addresses = saved.flatMap((each) => addressesIn(each.json<{ description: string }>().description));
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) expect((await ada.browser.get(address)).statusCode).toBe(200);
});
