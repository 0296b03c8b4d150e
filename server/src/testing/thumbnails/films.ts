import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Person } from '../factories.ts';
import { listedFile, uploadTo } from '../forms.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

/** Sets up, around the tests of a block, a freelancer's version for films. */
export function useVersionForFilms() {
  let setup: TestApp;
  let owner: Person;
  let versionId: number;
  beforeAll(async () => {
    setup = await createTestApp();
    owner = await setup.createFreelancer();
    versionId = (await setup.createVersion({ project: await setup.createProject({ owner }) })).id;
  });
  afterAll(() => setup.close());
  return {
    get: (address: string, headers = {}) => owner.browser.get(address, headers),
    /** Uploads a file, and returns it as it is listed after its jobs. */
    upload: async (bytes: Buffer, name: string): Promise<ProjectFile> => {
      const { id } = await uploadTo(owner.browser, versionId, bytes, name);
      await setup.runJobs();
      return listedFile(owner.browser, versionId, id);
    },
    waitingJobs: (kind: string) => setup.db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute(),
    expectFrameAndLength: async (file: ProjectFile, seconds: number): Promise<void> => {
      expect(Math.abs((file.duration ?? 0) - seconds)).toBeLessThan(0.3);
      const { rawPayload } = await owner.browser.get(file.thumbnail ?? '');
      expect((await sharp(rawPayload).metadata()).width).toBe(file.width);
      const { channels } = await sharp(rawPayload).removeAlpha().stats();
      // The first frame is black.
      expect(channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length).toBeGreaterThan(60);
    },
  };
}
