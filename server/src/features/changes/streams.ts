import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { changesOf } from '@vitrin/engine/sql/change-source.ts';
import { OverloadedError, UnauthenticatedError } from '../../errors.ts';
import { createReadyTimer, type TakeReady } from './ready-timer.ts';
import { event, randomRetry } from './event-text.ts';
import { hintTexts } from './hint-texts.ts';
import { createRecentHints, type From, type Hints, hintsOfVersions, readLines } from './hints.ts';
import { createOpenStreams, type OpenStreams, type Sink, type Stream } from './open-streams.ts';
import { listLiveSessions } from './queries.ts';
import type { StreamUser } from './stream-slots.ts';

type Reader = { user: StreamUser; sessionId: number; from: From };

export type ChangeStreams = {
  /** Listens for changes from now on, so that the first reader misses none since its page was loaded. */
  start: () => Promise<void>;
  position: () => Promise<string>;
  /** Opens a stream by `begin` once nothing can refuse it; throws as `takeSlot`. Call the result at the connection's end. */
  open: (reader: Reader, begin: () => Sink) => Promise<() => void>;
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
/** Delay that makes one hint of a transaction's changes, and of those of an upload of many files. */
const TOGETHER_MILLISECONDS = 50;
/** More lines at a time count as a gap: all readers load anew, instead of memory growing. */
const MAX_LINES = 5000;
const IDS_AT_ONCE = 500;

type Needs = Pick<Context, 'db' | 'log' | 'now'>;

type Hub = {
  context: Needs;
  options: Required<ChangeStreamOptions>;
  now: () => number;
  recent: ReturnType<typeof createRecentHints>;
  streams: OpenStreams;
  readyTimer: ReturnType<typeof createReadyTimer>;
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  waiting: Set<string>;
  batchTimer: NodeJS.Timeout | undefined;
  heartbeat: NodeJS.Timeout | undefined;
  listening: Promise<() => Promise<void>> | undefined;
  isStopped: boolean;
};

/** Makes the open streams of this process; they open between two batches of hints, so that none is missed or repeated. */
export function createChangeStreams(context: Needs, options: ChangeStreamOptions = {}): ChangeStreams {
  const hub = createHub(context, {
    heartbeatMilliseconds: HEARTBEAT_MILLISECONDS,
    perPerson: PER_PERSON,
    inAll: IN_ALL,
    idsAtOnce: IDS_AT_ONCE,
    ...options,
  });
  return {
    start: async () => void (await listen(hub)),
    async position() {
      await listen(hub);
      return hub.inTurn(async () => hub.recent.positionAt(hub.now()));
    },
    open: (reader, begin) => open(hub, reader, begin),
    stop: () => stop(hub),
  };
}

function createHub(context: Needs, options: Required<ChangeStreamOptions>): Hub {
  const now = () => context.now().getTime();
  const inTurn = createTurns();
  const hub: Hub = {
    context,
    options,
    now,
    recent: createRecentHints(now()),
    streams: createOpenStreams(options),
    readyTimer: createReadyTimer(context, {
      everyMilliseconds: options.heartbeatMilliseconds,
      onReady: (takeReady) => void inTurn(() => sendReady(hub, takeReady)),
    }),
    inTurn,
    waiting: new Set(),
    batchTimer: undefined,
    heartbeat: undefined,
    listening: undefined,
    isStopped: false,
  };
  return hub;
}

function createTurns(): Hub['inTurn'] {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };
}

function listen(hub: Hub): Promise<() => Promise<void>> {
  const { context, options, recent, readyTimer, inTurn, now } = hub;
  hub.heartbeat ??= setInterval(() => beat(hub), options.heartbeatMilliseconds).unref();
  hub.listening ??= changesOf(context.db)
    .listen({
      onChanges: (lines) => collect(hub, lines),
      onGap: () => void inTurn(() => reportGap(hub)),
      log: context.log,
    })
    .then(async (stopListening) => {
      recent.forget(now());
      await readyTimer.start();
      return stopListening;
    });
  return hub.listening;
}

function collect(hub: Hub, lines: string[]): void {
  for (const line of lines) if (hub.waiting.size <= MAX_LINES) hub.waiting.add(line);
  hub.batchTimer ??= setTimeout(() => void hub.inTurn(() => sendBatch(hub)), TOGETHER_MILLISECONDS).unref();
}

async function sendBatch(hub: Hub): Promise<void> {
  const lines = hub.waiting;
  [hub.waiting, hub.batchTimer] = [new Set(), undefined];
  if (lines.size > MAX_LINES) return reportGap(hub);
  const { hints, sessions, comesAt } = readLines(lines, hub.now());
  hub.readyTimer.expect(comesAt);
  hub.streams.endSessions((id) => sessions.has(id));
  await sendToAll(hub, hints);
}

async function sendReady(hub: Hub, takeReady: TakeReady): Promise<void> {
  try {
    await sendToAll(hub, hintsOfVersions(await takeReady()));
  } catch (error) {
    hub.context.log.error({ err: error }, 'Newly visible versions could not be announced');
    await reportGap(hub);
  }
}

async function sendToAll(hub: Hub, hints: Hints): Promise<void> {
  const { recent, streams, context, now } = hub;
  if (hints.projects.size + hints.lists.size === 0) return;
  recent.add(hints, now());
  if (streams.isEmpty()) return;
  try {
    await sendHints(hub, hints, recent.position(), streams.ofUser);
  } catch (error) {
    context.log.error({ err: error }, 'Changes could not be sent');
    await reportGap(hub);
  }
}

/** Sends each hint only to readers who may see its project now. */
async function sendHints(
  { context, streams, options: { idsAtOnce } }: Hub,
  hints: Hints,
  position: string,
  streamsOf: OpenStreams['ofUser'],
): Promise<void> {
  const texts = await hintTexts(context.db, hints, position, { isReader: streams.hasUser, idsAtOnce });
  for (const [user, text] of texts) for (const stream of streamsOf(user)) streams.send(stream, text);
}

/** Makes all readers read everything anew, since changes were missed. */
async function reportGap(hub: Hub): Promise<void> {
  const { recent, streams, readyTimer, context, now } = hub;
  recent.forget(now());
  streams.sendToAll(event('resync', recent.position(), {}));
  await readyTimer
    .start()
    .catch((error: unknown) => context.log.error({ err: error }, 'The next version to come is not known'));
  await endLostSessions(hub);
}

function beat(hub: Hub): void {
  hub.streams.sendToAll(':\n\n');
  hub.readyTimer.beat();
  void hub.inTurn(() => endLostSessions(hub));
}

/** Ends the streams of sessions that expired, or that ended unheard of. */
async function endLostSessions({ context, streams, options: { idsAtOnce } }: Hub): Promise<void> {
  const ids = streams.sessionIds();
  try {
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const some = new Set(ids.slice(at, at + idsAtOnce));
      const live = await listLiveSessions(context.db, [...some], timestampOf(context));
      streams.endSessions((id) => some.has(id) && !live.has(id));
    }
  } catch (error) {
    context.log.error({ err: error }, 'Sessions of live updates could not be checked');
  }
}

async function open(hub: Hub, reader: Reader, begin: () => Sink): Promise<() => void> {
  const { streams, inTurn } = hub;
  streams.takeSlot(reader.user);
  let stream: Stream;
  try {
    await listen(hub);
    stream = await inTurn(() => openInTurn(hub, reader, begin));
  } catch (error) {
    streams.releaseSlot(reader.user);
    throw error;
  }
  return () => streams.forget(stream);
}

async function openInTurn(hub: Hub, { user, sessionId, from }: Reader, begin: () => Sink): Promise<Stream> {
  const { context, recent, streams, now } = hub;
  const live = await listLiveSessions(context.db, [sessionId], timestampOf(context));
  if (!live.has(sessionId)) throw new UnauthenticatedError();
  if (hub.isStopped) throw new OverloadedError(RETRY_SECONDS);
  const stream = { user, sessionId, sink: begin() };
  streams.add(stream);
  const missed = recent.since(from, now());
  const position = recent.positionAt(now());
  const first = event(missed === 'unknown' ? 'resync' : 'ready', position, {});
  streams.send(stream, `retry: ${randomRetry()}\n${first}`);
  if (missed !== 'unknown') await replay(hub, stream, missed, position);
  return stream;
}

async function replay(hub: Hub, stream: Stream, missed: Hints, position: string): Promise<void> {
  try {
    await sendHints(hub, missed, position, (userId) => (userId === stream.user.id ? [stream] : []));
  } catch (error) {
    hub.context.log.error({ err: error }, 'Missed changes could not be sent');
    hub.streams.send(stream, event('resync', position, {}));
  }
}

async function stop(hub: Hub): Promise<void> {
  hub.isStopped = true;
  clearInterval(hub.heartbeat);
  clearTimeout(hub.batchTimer);
  hub.readyTimer.stop();
  hub.streams.endAll();
  const stopListening = await hub.listening?.catch(() => undefined);
  await stopListening?.();
}
