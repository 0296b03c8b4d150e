import type { MouseEvent } from 'react';
import { uploadQueue } from '../api.ts';
import { isRunning } from './upload-summary.ts';

/**
 * For a click on a download link. A plain link is a navigation, by which a guest comes to the login and back; some
 * browsers ask before it whether to leave the page, which must not happen to somebody whose uploads are under way.
 */
export function stayWhileUploading({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  if (uploadQueue.snapshot().uploads.some(({ state }) => isRunning(state))) {
    currentTarget.setAttribute('download', '');
  }
}
