import { useEffect, useRef, useState } from 'react';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { expectAnswer, zipUrl } from '../api.ts';
import { startDownload } from './start-download.ts';

/** Pause when the server does not say how long a zip takes to be ready. */
const DEFAULT_WAIT_SECONDS = 3;

/** Longer than the checksums of the largest version take; after that something is wrong. */
const MAX_TRIES = 60;

/** Downloads a version as a zip. `download` takes the ids of chosen files; without them it is of all. */
export function useZipDownload(versionId: number) {
  const { download, isPreparing } = useArchiveDownload();
  return { download: (files?: readonly number[]) => download(zipUrl(versionId, files)), isPreparing };
}

/** Waits until an archive is ready (409 with Retry-After while it is not), then downloads it. */
export function useArchiveDownload() {
  const showError = useActionError();
  const [isPreparing, setPreparing] = useState(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);

  const download = async (url: string) => {
    setPreparing(true);
    try {
      await untilReady(url, () => left.current);
      if (!left.current) startDownload(url);
    } catch (error) {
      showError(error);
    } finally {
      setPreparing(false);
    }
  };
  return { download, isPreparing };
}

async function untilReady(url: string, isLeft: () => boolean): Promise<void> {
  for (let tries = 1; !isLeft(); tries += 1) {
    try {
      await expectAnswer(url);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) || tries >= MAX_TRIES) throw error;
      const seconds = error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}
