import type { Hint } from '@vitrin/shared/contract/changes.ts';
import { API_BASE } from '../../lib/api-client.ts';

/** A hint with its id, from which a stream goes on. */
export type StreamedHint = { id: string; hint: Hint };

const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Keeps a stream of changes open until the returned function is called. The browser reconnects a broken line; a refusal
 * is retried after growing random pauses. `lastId` returns the last event read in any tab.
 */
export function followStream(
  lastId: () => string | undefined,
  onHint: (streamed: StreamedHint) => void,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const open = () => {
    close();
    source = new EventSource(addressAfter(lastId()));
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) retryLater();
    });
    // The session is over: what the screen shows is asked for again, and the answer leads to the login.
    source.addEventListener('end', ({ lastEventId }: MessageEvent<string>) => {
      onHint({ id: lastEventId, hint: { event: 'resync' } });
      retryLater();
    });
    source.addEventListener('ready', () => {
      failures = 0;
    });
    for (const event of ['change', 'list', 'resync'] as const)
      source.addEventListener(event, ({ lastEventId, data }: MessageEvent<string>) => {
        failures = 0;
        onHint({ id: lastEventId, hint: { event, ...(JSON.parse(data) as object) } as Hint });
      });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  const retryLater = () => {
    close();
    failures += 1;
    const longest = Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    timer = setTimeout(open, longest * (0.5 + Math.random() / 2));
  };

  addEventListener('online', open);
  addEventListener('offline', close);
  open();
  return () => {
    removeEventListener('online', open);
    removeEventListener('offline', close);
    close();
  };
}

/** Where nothing was read yet, the page's own data is as old as the page. */
function addressAfter(id: string | undefined): string {
  const position = id ? `after=${id}` : `age=${Math.ceil(performance.now() / 1000)}`;
  return `${API_BASE}/changes/?${position}`;
}
