import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import type { WebBuild } from './web-app.ts';
import type { WebRenderer } from './web-renderer.ts';

type PageFile = { name: string; bytes: Buffer };

/** Returns the parts of an offline copy's page: its files, read once, and its renderer. Null without a build. */
export function offlinePagesOf({ folder }: WebBuild, renderer: WebRenderer | null) {
  if (!renderer) return null;
  let loaded: Promise<PageFile[]> | undefined;
  return {
    files(): Promise<PageFile[]> {
      loaded ??= readFiles(join(folder, '.offline/page')).catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      return loaded;
    },
    render: async (copy: OfflineCopy): Promise<string> => (await renderer.render('offline', copy)).html,
  };
}

async function readFiles(folder: string): Promise<PageFile[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
}
