import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { expectReady, zipUrl } from '../api.ts';
import { downloadUrl } from '../grid/file-opening.ts';
import { startDownload } from './start-download.ts';

/** Pause when the server does not say how long to wait. */
const DEFAULT_WAIT_SECONDS = 3;

/** Tries without another picture being drawn; after that something is wrong. */
const MAX_TRIES = 150;

/** True if one of these files is a picture with a web size (specification 6.22). */
export function haveWebSize(files: readonly ProjectFile[]): boolean {
  return files.some(({ kind, file_type }) => kind === 'image' && file_type !== 'image/svg+xml');
}

/** Address of some files of a version in the web size: of the only one as it is, else of a zip; `isAll` where they are all. */
export function webUrl(versionId: number, files: readonly ProjectFile[], isAll: boolean): string {
  const [first] = files;
  const url =
    first && files.length === 1
      ? downloadUrl(first)
      : zipUrl(versionId, isAll ? undefined : files.map(({ id }) => id));
  return `${url}&size=web`;
}

/** Waits until pictures are drawn, then downloads them. `progress` is the server's sentence about it; null while nothing is awaited. */
export function useWebDownload() {
  const showError = useActionError();
  const [progress, setProgress] = useState<string | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);

  const download = async (url: string) => {
    if (progress !== null) return;
    setProgress('');
    try {
      await untilReady(url, setProgress, () => left.current);
      if (!left.current) startDownload(url);
    } catch (error) {
      showError(error);
    } finally {
      setProgress(null);
    }
  };
  return { download, progress };
}

async function untilReady(
  url: string,
  onProgress: (text: string) => void,
  isLeft: () => boolean,
): Promise<void> {
  let last = '';
  for (let tries = 1; !isLeft(); tries += 1) {
    try {
      await expectReady(url);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) || tries >= MAX_TRIES) throw error;
      if (error.detail !== null && error.detail !== last) {
        last = error.detail;
        tries = 1;
        onProgress(last);
      }
      const seconds = error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}
