import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { Measured } from '../metrics/metrics.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.ts';

const ENTRY = fileURLToPath(new URL('../worker.ts', import.meta.url));

const FIRST_PAUSE_MILLISECONDS = 200;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** A worker that lived this long had no trouble starting. */
const STEADY_MILLISECONDS = 60_000;
/** Workers give their own requests ten seconds. */
const STOP_MILLISECONDS = 11_000;
/** A worker that takes longer to report its metrics is left out. */
const MEASURE_MILLISECONDS = 2000;

type Worker = {
  process: ChildProcess;
  isReady: boolean;
  /** Connections that wait to be handed over: while the worker is busy they still belong to this process alone. */
  waiting: Set<Socket>;
};

type Supervisor = {
  /** Accepts connections at the one port and hands them out in turn; resolves to the port. */
  listen: (host: string, port: number) => Promise<number>;
  start: () => void;
  measured: () => Promise<Measured[]>;
  /** Accepts no new connections and ends the workers after their open requests. */
  stop: () => Promise<void>;
};

type Options = {
  setup: Omit<WorkerSetup, 'worker'>;
  environment: () => Record<string, string>;
  take: (socket: Socket) => void;
  onCounted: (message: Extract<FromWorker, { counted: unknown[] }>) => void;
  log: Context['log'];
};

/** Replaces workers after growing pauses, and hands out connections in turn, also to this process. */
export function superviseWorkers({ setup, environment, take, onCounted, log }: Options): Supervisor {
  const workers = new Map<number, Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  const questions = new Map<number, (measured: Measured) => void>();
  let acceptor: Server | undefined;
  let isStopping = false;
  let turn = 0;
  let asked = 0;

  function startWorker(number: number, failures: number): void {
    const argument: WorkerSetup = { ...setup, worker: number };
    const started = performance.now();
    const child = fork(ENTRY, [JSON.stringify(argument)], {
      env: { ...inheritedEnvironment(), ...environment() },
      serialization: 'advanced',
    });
    const worker: Worker = { process: child, isReady: false, waiting: new Set() };
    workers.set(number, worker);
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        worker.isReady = true;
        log.info({ started: number, process: child.pid }, 'A worker is ready');
      } else if (message.kind === 'measured') questions.get(message.question)?.(message.measured);
      else onCounted(message);
    });
    child.on('error', (error) => log.error({ err: error, ended: number }, 'A worker failed'));
    // Waits for `close` rather than `exit`, so that its last message is read first.
    child.once('close', (code, signal) => {
      worker.isReady = false;
      workers.delete(number);
      // Node would keep them open for ever, and their people waiting.
      for (const socket of worker.waiting) socket.destroy();
      if (isStopping) return;
      const count = performance.now() - started > STEADY_MILLISECONDS ? 0 : failures + 1;
      const inMilliseconds = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** count, LONGEST_PAUSE_MILLISECONDS);
      const ended = { ended: number, code, signal, inMilliseconds };
      // A worker ends with 0 only when asked; this process may get the signal in a moment.
      if (code === 0) log.info(ended, 'A worker was stopped and is replaced');
      else log.error(ended, 'A worker ended and is replaced');
      const pause = setTimeout(() => {
        pauses.delete(pause);
        startWorker(number, count);
      }, inMilliseconds);
      pauses.add(pause);
    });
  }

  function handOut(socket: Socket): void {
    const ready = [...workers.values()].filter(({ isReady, process }) => isReady && process.connected);
    turn = (turn + 1) % (ready.length + 1);
    const worker = ready[turn - 1];
    if (!worker) return take(socket);
    const message: ToWorker = { kind: 'connection' };
    worker.waiting.add(socket);
    // The socket stays open until it is on its way: Node closes only what a worker has confirmed, so never what a dead
    // worker had not taken.
    worker.process.send(message, socket, { keepOpen: true }, () => {
      worker.waiting.delete(socket);
      socket.destroy();
    });
  }

  async function measure({ process }: Worker): Promise<Measured[]> {
    const question = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<Measured[]>();
    const tooLate = setTimeout(() => resolve([]), MEASURE_MILLISECONDS);
    questions.set(question, (measured) => resolve([measured]));
    const message: ToWorker = { kind: 'measure', question };
    process.send(message, (error) => {
      if (error) resolve([]);
    });
    return promise.finally(() => {
      clearTimeout(tooLate);
      questions.delete(question);
    });
  }

  async function end({ process }: Worker): Promise<void> {
    const closed = once(process, 'close');
    const force = setTimeout(() => process.kill('SIGKILL'), STOP_MILLISECONDS);
    process.kill('SIGTERM');
    await closed;
    clearTimeout(force);
  }

  return {
    async listen(host, port) {
      // Only the receiver reads; small answers are not held back, as in an HTTP server.
      acceptor = createServer({ pauseOnConnect: true, noDelay: true }, handOut);
      acceptor.listen({ host, port });
      await once(acceptor, 'listening');
      // A failed accept, as when no file descriptors are left, ends nothing.
      acceptor.on('error', (error) => log.error({ err: error }, 'Connections cannot be accepted'));
      const address = acceptor.address();
      return typeof address === 'object' && address ? address.port : port;
    },

    start() {
      for (let number = 2; number <= setup.workers; number += 1) startWorker(number, 0);
    },

    async measured() {
      const ready = [...workers.values()].filter(({ isReady }) => isReady);
      return (await Promise.all(ready.map(measure))).flat();
    },

    async stop() {
      isStopping = true;
      acceptor?.close();
      for (const pause of pauses) clearTimeout(pause);
      await Promise.all([...workers.values()].map(end));
    },
  };
}
