import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

async function createScene() {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('x'), 'IMG_2041.txt');
  const patch = (body: object) => owner.browser.patch(`/api/files/${file.id}/`, body);
  const search = async (browser: typeof owner.browser, term: string) => {
    const answer = await browser.get(`/api/files/?search=${encodeURIComponent(term)}&limit=5`);
    return answer.json<Page<ProjectFile>>();
  };
  return { owner, customer, project, version, file, patch, search };
}

test('a file gets a caption and a description for screen readers, which its client can read', async () => {
  const { customer, version, file, patch } = await createScene();
  expect(file).toMatchObject({ caption: '', alt: '' });
  const answer = await patch({ caption: '  Sabah, <b>kıyı</b> ', alt: 'A bay at dawn' });
  const words = { caption: 'Sabah, <b>kıyı</b>', alt: 'A bay at dawn' };
  expect(answer.json()).toEqual({ ...file, ...words });
  const { results } = (await customer.browser.get(`/api/files/?version=${version.id}`)).json<
    Page<ProjectFile>
  >();
  expect(results).toMatchObject([words]);
  expect((await patch({ name: 'dawn' })).json()).toMatchObject({ ...words, name: 'dawn.txt' });
  expect((await patch({ caption: '', alt: '' })).json()).toMatchObject({ caption: '', alt: '' });
});

test.each([['a'.repeat(201)], ['two\nlines'], [null], [5]])(
  'refuses %j as a caption and as an alt',
  async (text) => {
    const { patch } = await createScene();
    for (const field of ['caption', 'alt']) {
      const answer = await patch({ [field]: text });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toHaveProperty(field);
    }
  },
);

test('a caption has up to 200 characters', async () => {
  const { patch } = await createScene();
  expect((await patch({ caption: 'a'.repeat(200) })).statusCode).toBe(200);
});

test('a new caption changes the date of its project, an unchanged one does not', async () => {
  const { owner, project, patch } = await createScene();
  const lastUpdated = async () =>
    (await owner.browser.get(`/api/projects/${project.id}/`)).json<{ last_updated: string }>().last_updated;
  await patch({ caption: 'Dawn', alt: 'A bay' });
  const before = await lastUpdated();
  setup.advance(60);
  await patch({ caption: ' Dawn', alt: 'A bay' });
  expect(await lastUpdated()).toBe(before);
  await patch({ alt: 'A bay in fog' });
  expect(await lastUpdated()).not.toBe(before);
});

test('the owner and the client find a file by its caption, in any case and with either kind of i', async () => {
  const { owner, customer, project, file, patch, search } = await createScene();
  await patch({ caption: 'İskele 100%' });
  for (const { browser } of [owner, customer])
    for (const term of ['iskele', 'ISKELE', '100%']) {
      const { count, results } = await search(browser, term);
      expect(count).toBe(1);
      expect(results).toMatchObject([{ id: file.id, project: project.id }]);
    }
  expect((await search(owner.browser, '1_0')).count).toBe(0);
  const stranger = await setup.createFreelancer();
  expect((await search(stranger.browser, 'iskele')).count).toBe(0);
});
