import { expect } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { World } from './access-world.ts';
import { uploadTo } from '../forms.ts';
import { drawn, postPicture } from '../pictures.ts';
import { createTusUser } from '../tus.ts';

/** In every name and text of a draft, so that a search finds it wherever it is shown. */
export const MARK = 'qzxdraft';

type Draft = { version: Version; files: ProjectFile[]; picture: string };

/** Creates a version full of marked content, by the calls of a freelancer's browser. */
export async function fillDraft(
  { setup, owner, project }: World,
  ready_at: string | null,
  { isDrawn = false } = {},
): Promise<Draft> {
  const { browser } = owner;
  const { picture } = await postPicture(owner);
  const created = await browser.post('/api/versions/', {
    project: project.id,
    version_number: `${MARK} 2`,
    description: `<p>${MARK} text<img src="${picture}"></p>`,
    ready_at,
  });
  expect(created.statusCode).toBe(201);
  const { id } = created.json<Version>();
  const files: ProjectFile[] = [];
  for (const name of ['a.png', 'b.png', 'c.png'])
    files.push(await uploadTo(browser, id, await drawn(), `${MARK}-${name}`));
  // Drawing their pictures takes seconds.
  if (isDrawn) await setup.runJobs();
  const [first, second, third] = files;
  await browser.patch(`/api/files/${second?.id}/`, { name: `${MARK}-renamed.png`, order: 1 });
  await browser.patch(`/api/versions/${id}/`, { cover: first?.id });
  await browser.delete(`/api/files/${third?.id}/`);
  const text = `<p>${MARK} text that is longer<img src="${picture}"></p>`;
  const version = (await browser.patch(`/api/versions/${id}/`, { description: text })).json<Version>();
  const tus = createTusUser(setup, owner, id);
  expect((await tus.create(3, { name: `${MARK}.bin` })).statusCode).toBe(201);
  return { version, files: files.slice(0, 2), picture };
}
