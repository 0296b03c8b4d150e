import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importsQuery } from '../../../features/archives/api.ts';
import type { Transfer } from '../../../features/files/uploads/sending/transfer.ts';
import { startTusTransfer } from '../../../features/files/uploads/sending/tus-transfer.ts';
import { failureKind } from '../../../features/files/uploads/upload-failure.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export type Sending = { name: string; size: number; sent: number; isWaiting: boolean };

/** Sends an archive; after a cut it goes on by itself, after a reload with the same file. */
export function useSendArchive() {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const transfer = useRef<Transfer>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = () => {
    clearTimeout(timer.current);
    transfer.current?.stop();
    transfer.current = null;
    setSending(null);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      transfer.current?.stop();
    },
    [],
  );

  const send = (file: File, given: string | null) => {
    let url = given;
    let pause = FIRST_PAUSE_MS;
    setFailure(null);
    const askAnew = () => void client.invalidateQueries({ queryKey: importsQuery.queryKey });
    const attempt = async () => {
      setSending({ name: file.name, size: file.size, sent: 0, isWaiting: false });
      const running = startTusTransfer(
        { file, versionId: null, url },
        {
          onUrl: (made) => (url = made),
          onProgress: (sent) => {
            pause = FIRST_PAUSE_MS;
            setSending({ name: file.name, size: file.size, sent, isWaiting: false });
          },
        },
      );
      transfer.current = running;
      try {
        await running.finished;
        setSending(null);
        askAnew();
      } catch (error) {
        if (failureKind(error, url !== null) !== 'again') {
          setSending(null);
          setFailure(error);
          askAnew();
          return;
        }
        setSending((now) => now && { ...now, isWaiting: true });
        timer.current = setTimeout(() => void attempt(), pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      }
    };
    void attempt();
  };
  return { sending, failure, send, stop };
}
