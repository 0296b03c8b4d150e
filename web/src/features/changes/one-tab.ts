import type { Hint } from '@vitrin/shared/contract/changes.ts';
import { type Told, followStream } from './stream.ts';

/** Hints that a tab opened a moment ago has missed. */
const KEPT = 100;
const HIDDEN_MS = 5 * 60_000;

type Message = { told: Told } | { missedSince: number };

/**
 * Shares one stream of this user's changes among tabs: the tab with the lock reads and broadcasts, and another takes
 * over when it closes. A tab hidden for minutes takes no part. Without locks or channels each tab has its own stream.
 */
export function followChanges(userId: number, tell: (hint: Hint) => void): () => void {
  let leave: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  const join = () => {
    clearTimeout(timer);
    if (leave) return;
    leave = takePart(`vitrin-changes-${userId}`, wasAway, tell);
    if (wasAway) tell({ event: 'resync' });
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

function takePart(name: string, isFresh: boolean, tell: (hint: Hint) => void): () => void {
  let lastId: string | undefined;
  const hear = ({ id, hint }: Told) => {
    lastId = id;
    tell(hint);
  };
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return followStream(() => lastId, hear);

  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  const kept: { at: number; told: Told }[] = [];
  let isLeader = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  const send = (message: Message) => channel.postMessage(message);
  const keep = (told: Told) => {
    kept.push({ at: Date.now(), told });
    if (kept.length > KEPT) kept.shift();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('told' in data) {
      keep(data.told);
      hear(data.told);
    } else if (isLeader) {
      for (const { at, told } of kept) if (at >= data.missedSince) send({ told });
    }
  });
  if (!isFresh) send({ missedSince: performance.timeOrigin });
  const lead = () => {
    isLeader = true;
    const stop = followStream(
      () => lastId,
      (told) => {
        keep(told);
        send({ told });
        hear(told);
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
