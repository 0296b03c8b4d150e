import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeFilm } from '../../../../test-kit/make-film.ts';
import { TOOL_ENVIRONMENT } from '../../sandbox/programs.ts';
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
