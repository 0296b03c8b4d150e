import type { Hint } from '@vitrin/shared/contract/changes.ts';
import { type StreamedHint, followStream } from './stream.ts';

/** Hints that a tab opened a moment ago has missed. */
const KEPT = 100;
const HIDDEN_MS = 5 * 60_000;

/** The key `told` is also read by tabs of earlier releases. */
type Message = { told: StreamedHint } | { missedSince: number };

/**
 * Shares one stream of this user's changes among tabs: the tab with the lock reads and broadcasts, and another takes
 * over when it closes. A tab hidden for minutes takes no part. Without locks or channels each tab has its own stream.
 */
export function followChanges(userId: number, onHint: (hint: Hint) => void): () => void {
  let leave: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  const join = () => {
    clearTimeout(timer);
    if (leave) return;
    leave = takePart(`vitrin-changes-${userId}`, wasAway, onHint);
    if (wasAway) onHint({ event: 'resync' });
  };
  const quit = () => {
    clearTimeout(timer);
    leave?.();
    leave = undefined;
    wasAway = true;
  };
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(quit, HIDDEN_MS);
    else join();
  };
  join();
  document.addEventListener('visibilitychange', onVisibility);
  // A page with a connection or a lock is not kept for "back".
  addEventListener('pagehide', quit);
  addEventListener('pageshow', join);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', quit);
    removeEventListener('pageshow', join);
    quit();
  };
}

function takePart(name: string, isFresh: boolean, onHint: (hint: Hint) => void): () => void {
  let lastId: string | undefined;
  const receive = ({ id, hint }: StreamedHint) => {
    lastId = id;
    onHint(hint);
  };
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return followStream(() => lastId, receive);

  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  const kept: { at: number; streamed: StreamedHint }[] = [];
  let isLeader = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  const send = (message: Message) => channel.postMessage(message);
  const keep = (streamed: StreamedHint) => {
    kept.push({ at: Date.now(), streamed });
    if (kept.length > KEPT) kept.shift();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('told' in data) {
      keep(data.told);
      receive(data.told);
    } else if (isLeader) {
      for (const { at, streamed } of kept) if (at >= data.missedSince) send({ told: streamed });
    }
  });
  if (!isFresh) send({ missedSince: performance.timeOrigin });
  const lead = () => {
    isLeader = true;
    const stop = followStream(
      () => lastId,
      (streamed) => {
        keep(streamed);
        send({ told: streamed });
        receive(streamed);
      },
    );
    return new Promise<void>((resolve) => {
      end.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  };
  // Rejects when this tab leaves before its turn has come.
  navigator.locks.request(name, { signal: end.signal }, lead).catch(() => {});
  return () => {
    end.abort();
    channel.close();
  };
}
