import { ALL_FILES_MARKER } from '@vitrin/shared/rules/offline-copy.ts';
import type { OfflinePages } from '../../features/files/offline/offline-copy.ts';

/** Small stand-in for a build's offline pages: the page is its own data, as JSON. */
export const offlinePages: OfflinePages = {
  files: async () => [{ name: 'page.js', bytes: Buffer.from('"page"') }],
  render: async (copy) => `<p>${JSON.stringify(copy)}</p>${ALL_FILES_MARKER}`,
};
