import { randomRetry } from './event-text.ts';
import { createStreamSlots, type StreamUser } from './stream-slots.ts';

export type Sink = {
  /** False when the reader is so slow that the stream is to be given up. */
  write: (text: string) => boolean;
  end: (text: string) => void;
};

export type Stream = { user: StreamUser; sessionId: number; sink: Sink };

export type OpenStreams = {
  /** Throws RateLimitedError for the user's limit, OverloadedError without any slot (stream-slots.ts). */
  takeSlot: (user: StreamUser) => void;
  releaseSlot: (user: StreamUser) => void;
  add: (stream: Stream) => void;
  /** Forgets a stream and releases its slot, once. */
  forget: (stream: Stream) => void;
  hasUser: (userId: number) => boolean;
  ofUser: (userId: number) => Iterable<Stream>;
  isEmpty: () => boolean;
  sessionIds: () => number[];
  /** Sends a text, and drops the stream of a reader who is too slow. */
  send: (stream: Stream, text: string) => void;
  sendToAll: (text: string) => void;
  endSessions: (isOver: (sessionId: number) => boolean) => void;
  /** Ends all streams; their pages reconnect later. */
  endAll: () => void;
};

export function createOpenStreams(limits: { perPerson: number; inAll: number }): OpenStreams {
  const streams = new Set<Stream>();
  const byUser = new Map<number, Set<Stream>>();
  const slots = createStreamSlots(limits, endOneOf);

  function add(stream: Stream): void {
    streams.add(stream);
    const own = byUser.get(stream.user.id) ?? new Set();
    byUser.set(stream.user.id, own.add(stream));
  }

  function forget(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const own = byUser.get(stream.user.id);
    own?.delete(stream);
    if (own?.size === 0) byUser.delete(stream.user.id);
    slots.release(stream.user);
  }

  function send(stream: Stream, text: string): void {
    if (!stream.sink.write(text)) forget(stream);
  }

  function end(stream: Stream, text: string): void {
    forget(stream);
    stream.sink.end(text);
  }

  /** Ends the longest open stream of a tenant; its page reconnects later. */
  function endOneOf(tenant: string): boolean {
    for (const stream of streams) {
      if (stream.user.tenant !== tenant) continue;
      end(stream, laterText());
      return true;
    }
    return false;
  }

  return {
    takeSlot: slots.take,
    releaseSlot: slots.release,
    add,
    forget,
    hasUser: (userId) => byUser.has(userId),
    ofUser: (userId) => byUser.get(userId) ?? [],
    isEmpty: () => streams.size === 0,
    sessionIds: () => [...new Set(Array.from(streams, ({ sessionId }) => sessionId))],
    send,
    sendToAll(text) {
      for (const stream of streams) send(stream, text);
    },
    endSessions(isOver) {
      for (const stream of streams) if (isOver(stream.sessionId)) end(stream, 'event: end\ndata: {}\n\n');
    },
    endAll() {
      for (const stream of streams) end(stream, laterText());
    },
  };
}

function laterText(): string {
  return `retry: ${randomRetry()}\n\n`;
}
