import { ALL_FILES_PLACE } from '@vitrin/shared/rules/offline-copy.ts';
import type { OfflinePages } from '../../features/files/offline/offline-copy.ts';

/** What a build has for copies of projects, in small: the page is what it is rendered from, as JSON. */
export const offlinePages: OfflinePages = {
  files: async () => [{ name: 'page.js', bytes: Buffer.from('"page"') }],
  render: async (copy) => `<p>${JSON.stringify(copy)}</p>${ALL_FILES_PLACE}`,
};
