import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makeFilm } from '../../../../test-kit/make-film.ts';
import { TOOL_ENVIRONMENT } from '@vitrin/engine/sandbox/programs.ts';
import type { Person } from '../factories.ts';
import { listedFile, uploadTo } from '../forms.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { temporaryFolder } from '../temporary.ts';

/** Every machine has the packaged FFmpeg, some have the system's too. */
export const FFMPEGS = ['packaged', ...(spawnSync('ffmpeg', ['-version']).error ? [] : ['system'])];

/** Programs that make the sandbox, which the packaged one runs in too. */
const SANDBOX = ['bwrap', 'unshare', 'setsid', 'setpriv'];

/** Around the tests of a block: FFmpeg is the packaged or the system's one. */
export function useFfmpeg(which: string): void {
  const path = TOOL_ENVIRONMENT.PATH;
  const empty = temporaryFolder();
  beforeAll(() => {
    if (which !== 'packaged') return;
    for (const name of SANDBOX)
      if (existsSync(join('/usr/bin', name))) symlinkSync(join('/usr/bin', name), join(empty, name));
    TOOL_ENVIRONMENT.PATH = empty;
  });
  afterAll(() => {
    TOOL_ENVIRONMENT.PATH = path;
  });
}

/** Around the tests of a block: a freelancer's version that takes films. */
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

/** Noise in picture and sound, so that no codec makes nothing of it. */
const PICTURE = 'testsrc2=s=160x90:d=0.8:r=25,noise=alls=40:allf=t';
export const SECOND_OF_NOISE = ['-f', 'lavfi', '-i', 'anoisesrc=d=1'];

/** A film of a second that is black for the first fifth of it, with sound. */
export function makeNoisyFilm(name: string, ...output: string[]): Buffer {
  const begin = 'color=c=black:s=160x90:d=0.2:r=25,format=yuv420p,setsar=1[black]';
  const graph = `${begin};${PICTURE},format=yuv420p,setsar=1[shown];[black][shown]concat=n=2[film]`;
  const maps = ['-map', '[film]', '-map', '0:a'];
  return makeFilm(name, [...SECOND_OF_NOISE, '-filter_complex', graph, ...maps, ...output]);
}
