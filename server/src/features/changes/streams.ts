import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { changesOf } from '../../database/changes/change-source.ts';
import { OverloadedError, UnauthenticatedError } from '../../errors.ts';
import { viewersOf } from '../projects/access.ts';
import { createComing, type Tell } from './coming.ts';
import { event, randomRetry } from './event-text.ts';
import { createRecentHints, type From, type Hints, hintsOfVersions, readLines } from './hints.ts';
import { listLiveSessions } from './queries.ts';
import { createStreamPlaces, type StreamUser } from './stream-places.ts';

/** Where the bytes of one stream go. */
export type Sink = {
  /** False when the reader is so slow that the stream is to be given up. */
  write: (text: string) => boolean;
  /** Writes a last text and ends the stream. */
  end: (text: string) => void;
};

type Reader = { user: StreamUser; sessionId: number; from: From };
type Stream = Pick<Reader, 'user' | 'sessionId'> & { sink: Sink };

export type ChangeStreams = {
  /** Hears of changes from now on, so that the first reader misses nothing since its page was loaded. */
  start: () => Promise<void>;
  /** The id of the last event. */
  position: () => Promise<string>;
  /**
   * Opens a stream: `begin` is called once nothing can refuse it any more. Throws RateLimitedError when this person has
   * too many, OverloadedError when all places are taken (stream-places.ts). Call the result once the connection is closed.
   */
  open: (reader: Reader, begin: () => Sink) => Promise<() => void>;
  /** Ends all streams, and hears no more changes. */
  stop: () => Promise<void>;
};

export type ChangeStreamOptions = {
  heartbeatMilliseconds?: number;
  perPerson?: number;
  inAll?: number;
  idsAtOnce?: number;
};

const HEARTBEAT_MILLISECONDS = 20_000;
/** A person's browsers; the tabs of one share a stream. */
const PER_PERSON = 10;
const IN_ALL = 2000;
const RETRY_SECONDS = 30;
/** So that a transaction's changes, and those of an upload of many files, become one hint. */
const TOGETHER_MILLISECONDS = 50;
/** More lines at a time are a gap: everybody reads anew, instead of memory growing. */
const MAX_LINES = 5000;
const IDS_AT_ONCE = 500;
/** A reader who would get more hints at a time reads everything anew instead. */
const HINTS_AT_ONCE = 100;

/**
 * The open streams of this process, which hear of changes from `start` or the first one on. Hints are sent one batch after
 * another, and streams open between two batches, so that none misses one or gets one twice.
 */
export function createChangeStreams(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  {
    heartbeatMilliseconds = HEARTBEAT_MILLISECONDS,
    perPerson = PER_PERSON,
    inAll = IN_ALL,
    idsAtOnce = IDS_AT_ONCE,
  }: ChangeStreamOptions = {},
): ChangeStreams {
  const { db, log } = context;
  const now = () => context.now().getTime();
  const recent = createRecentHints(now());
  const streams = new Set<Stream>();
  const byUser = new Map<number, Set<Stream>>();
  const places = createStreamPlaces({ perPerson, inAll }, endOneOf);
  let waiting = new Set<string>();
  let batchTimer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let listening: Promise<() => Promise<void>> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const coming = createComing(context, {
    everyMilliseconds: heartbeatMilliseconds,
    onCome: (tell) => void inTurn(() => sendCome(tell)),
  });

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };

  function start(): Promise<() => Promise<void>> {
    heartbeat ??= setInterval(beat, heartbeatMilliseconds).unref();
    listening ??= changesOf(db)
      .listen({ onChanges: collect, onGap: () => void inTurn(reportGap), log })
      .then(async (stopListening) => {
        recent.forget(now());
        await coming.start();
        return stopListening;
      });
    return listening;
  }

  function collect(lines: string[]): void {
    for (const line of lines) if (waiting.size <= MAX_LINES) waiting.add(line);
    batchTimer ??= setTimeout(() => void inTurn(sendBatch), TOGETHER_MILLISECONDS).unref();
  }

  async function sendBatch(): Promise<void> {
    const lines = waiting;
    [waiting, batchTimer] = [new Set(), undefined];
    if (lines.size > MAX_LINES) return reportGap();
    const { hints, sessions, comesAt } = readLines(lines, now());
    coming.expect(comesAt);
    endSessions((id) => sessions.has(id));
    await sendToAll(hints);
  }

  async function sendCome(tell: Tell): Promise<void> {
    try {
      await sendToAll(hintsOfVersions(await tell()));
    } catch (error) {
      log.error({ err: error }, 'Versions that have come could not be told');
      await reportGap();
    }
  }

  async function sendToAll(hints: Hints): Promise<void> {
    if (hints.projects.size + hints.lists.size === 0) return;
    recent.add(hints, now());
    if (streams.size === 0) return;
    try {
      await sendHints(hints, recent.position(), (userId) => byUser.get(userId) ?? []);
    } catch (error) {
      log.error({ err: error }, 'Changes could not be told');
      await reportGap();
    }
  }

  /** Sends each hint to those who may see its project now. */
  async function sendHints(
    { projects, lists }: Hints,
    position: string,
    streamsOf: (userId: number) => Iterable<Stream>,
  ): Promise<void> {
    const told = new Map<number, string[]>();
    const tell = (userId: number, name: string, data: object) => {
      const texts = told.get(userId) ?? [];
      texts.push(event(name, position, data));
      told.set(userId, texts);
    };
    const ids = [...projects.keys()];
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const viewers = await viewersOf(db, ids.slice(at, at + idsAtOnce));
      for (const [project, { owner, customer }] of viewers) {
        const { all, owner: own } = projects.get(project) ?? { all: new Set(), owner: new Set() };
        if (byUser.has(owner)) tell(owner, 'change', { project, parts: [...all.union(own)] });
        if (customer !== null && all.size > 0 && byUser.has(customer))
          tell(customer, 'change', { project, parts: [...all] });
      }
    }
    for (const user of lists) tell(user, 'list', {});
    for (const [user, texts] of told) {
      const text = texts.length > HINTS_AT_ONCE ? event('resync', position, {}) : texts.join('');
      for (const stream of streamsOf(user)) send(stream, text);
    }
  }

  async function reportGap(): Promise<void> {
    recent.forget(now());
    for (const stream of streams) send(stream, event('resync', recent.position(), {}));
    await coming
      .start()
      .catch((error: unknown) => log.error({ err: error }, 'The next version to come is not known'));
    await endLostSessions();
  }

  function beat(): void {
    for (const stream of streams) send(stream, ':\n\n');
    coming.beat();
    void inTurn(endLostSessions);
  }

  /** Ends the streams of sessions that expired, or that ended unheard of. */
  async function endLostSessions(): Promise<void> {
    const ids = [...new Set(Array.from(streams, ({ sessionId }) => sessionId))];
    try {
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const some = new Set(ids.slice(at, at + idsAtOnce));
        const live = await listLiveSessions(db, [...some], timestampOf(context));
        endSessions((id) => some.has(id) && !live.has(id));
      }
    } catch (error) {
      log.error({ err: error }, 'Sessions of live updates could not be checked');
    }
  }

  function endSessions(isOver: (sessionId: number) => boolean): void {
    for (const stream of streams) {
      if (!isOver(stream.sessionId)) continue;
      forget(stream);
      stream.sink.end('event: end\ndata: {}\n\n');
    }
  }

  function send(stream: Stream, text: string): void {
    if (!stream.sink.write(text)) forget(stream);
  }

  function forget(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const own = byUser.get(stream.user.id);
    own?.delete(stream);
    if (own?.size === 0) byUser.delete(stream.user.id);
    places.release(stream.user);
  }

  /** Ends the longest open stream of a tenant, whose page tries to come back later. */
  function endOneOf(tenant: string): boolean {
    for (const stream of streams) {
      if (stream.user.tenant !== tenant) continue;
      forget(stream);
      stream.sink.end(`retry: ${randomRetry()}\n\n`);
      return true;
    }
    return false;
  }

  async function openInTurn({ user, sessionId, from }: Reader, begin: () => Sink): Promise<Stream> {
    const live = await listLiveSessions(db, [sessionId], timestampOf(context));
    if (!live.has(sessionId)) throw new UnauthenticatedError();
    if (isStopped) throw new OverloadedError(RETRY_SECONDS);
    const stream = { user, sessionId, sink: begin() };
    streams.add(stream);
    const own = byUser.get(user.id) ?? new Set();
    byUser.set(user.id, own.add(stream));
    const missed = recent.since(from, now());
    const position = recent.positionAt(now());
    send(
      stream,
      `retry: ${randomRetry()}\n${event(missed === 'unknown' ? 'resync' : 'ready', position, {})}`,
    );
    if (missed !== 'unknown') await replay(stream, missed, position);
    return stream;
  }

  async function replay(stream: Stream, missed: Hints, position: string): Promise<void> {
    try {
      await sendHints(missed, position, (userId) => (userId === stream.user.id ? [stream] : []));
    } catch (error) {
      log.error({ err: error }, 'Missed changes could not be told');
      send(stream, event('resync', position, {}));
    }
  }

  return {
    async start() {
      await start();
    },

    async position() {
      await start();
      return inTurn(async () => recent.positionAt(now()));
    },

    async open(reader, begin) {
      places.take(reader.user);
      let stream: Stream;
      try {
        await start();
        stream = await inTurn(() => openInTurn(reader, begin));
      } catch (error) {
        places.release(reader.user);
        throw error;
      }
      return () => forget(stream);
    },

    async stop() {
      isStopped = true;
      clearInterval(heartbeat);
      clearTimeout(batchTimer);
      coming.stop();
      for (const stream of streams) {
        forget(stream);
        stream.sink.end(`retry: ${randomRetry()}\n\n`);
      }
      await (
        await listening?.catch(() => undefined)
      )?.();
    },
  };
}
