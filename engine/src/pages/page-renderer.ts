import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

const IDLE_MILLISECONDS = 300_000;

const START_MILLISECONDS = 1_000;

const LIMIT_MILLISECONDS = 15_000;

/** Most pages that wait, about as many as the process renders before the first is late. */
const MOST_WAITING = 32;

/** Most pages sent to the process at once, so that it need not wait between two. */
const MOST_SENT = 2;

const MEMORY_LIMIT = '--max-old-space-size=128';

export type RenderRequest<Pages> = {
  [Page in keyof Pages]: { page: Page; data: Pages[Page] };
}[keyof Pages];
export type RenderAnswer<Made> = { made: Made } | { failure: string };

/** `Pages` are the inputs of each page by its name, `Made` is the output of the program. */
export type PageRenderer<Pages, Made> = {
  render: <Page extends keyof Pages>(page: Page, data: Pages[Page]) => Promise<Made>;
  /** Renders a page within `milliseconds`; undefined if it takes longer, or at once if too many pages wait. */
  renderInTime: <Page extends keyof Pages>(
    page: Page,
    data: Pages[Page],
    milliseconds: number,
  ) => Promise<Made | undefined>;
  stop: () => void;
};

type Waiting<Pages, Made> = {
  request: RenderRequest<Pages>;
  resolve: (made: Made) => void;
  reject: (error: unknown) => void;
};

/**
 * Renders pages in a process of `program`, a file that calls `answerPages` and gets `argument`. It starts on demand and
 * ends five minutes after the last page, because it may take 100 MB of memory.
 */
export function createPageRenderer<Pages, Made>(
  program: string,
  argument: string,
  {
    idleMilliseconds = IDLE_MILLISECONDS,
    startMilliseconds = START_MILLISECONDS,
    limitMilliseconds = LIMIT_MILLISECONDS,
    mostWaiting = MOST_WAITING,
  } = {},
): PageRenderer<Pages, Made> {
  const waiting = new Set<Waiting<Pages, Made>>();
  let current: RenderProcess<Pages, Made> | undefined;
  let sent = 0;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  const letGo = () => {
    current?.kill();
    current = undefined;
  };
  const runningProcess = () => {
    clearTimeout(idle);
    if (!current?.isAlive()) current = startProcess(program, argument, limitMilliseconds);
    return current;
  };
  const sendWaiting = () => {
    for (const page of waiting) {
      if (sent === MOST_SENT) return;
      waiting.delete(page);
      void send(page);
    }
  };
  const send = async ({ request, resolve, reject }: Waiting<Pages, Made>) => {
    sent += 1;
    await runningProcess().render(request).then(resolve, reject);
    sent -= 1;
    sendWaiting();
    if (sent === 0 && !isStopped) idle = setTimeout(letGo, idleMilliseconds).unref();
  };
  const add = (request: RenderRequest<Pages>) => {
    const { promise: made, resolve, reject } = Promise.withResolvers<Made>();
    const page: Waiting<Pages, Made> = { request, resolve, reject };
    if (isStopped) reject(new Error('Nothing is rendered while the server stops'));
    else waiting.add(page);
    sendWaiting();
    return { made, leave: () => waiting.delete(page) };
  };

  return {
    render: async (page, data) => add({ page, data }).made,
    async renderInTime(page, data, milliseconds) {
      if (isStopped || waiting.size >= mostWaiting) return undefined;
      const isStarting = !runningProcess().hasAnswered();
      const { made, leave } = add({ page, data });
      const inTime = await firstWithin(
        made,
        isStarting ? Math.max(startMilliseconds, milliseconds) : milliseconds,
      );
      if (inTime === undefined) leave();
      return inTime;
    },
    stop() {
      isStopped = true;
      clearTimeout(idle);
      for (const { reject } of waiting) reject(new Error('Nothing is rendered while the server stops'));
      waiting.clear();
      letGo();
    },
  };
}

async function firstWithin<Made>(made: Promise<Made>, milliseconds: number): Promise<Made | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([made, late]);
  } finally {
    clearTimeout(timer);
  }
}

type RenderProcess<Pages, Made> = ReturnType<typeof startProcess<Pages, Made>>;

/** Starts the process without this process's environment, and so without secrets, in UTC. */
function startProcess<Pages, Made>(program: string, argument: string, limitMilliseconds: number) {
  const cache = getCompileCacheDir();
  const child = fork(program, [argument], {
    execArgv: [MEMORY_LIMIT],
    env: { NODE_ENV: 'production', TZ: 'UTC', ...(cache && { NODE_COMPILE_CACHE: path.dirname(cache) }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Answers come in the order of the requests.
  const waiting: { resolve: (made: Made) => void; reject: (error: Error) => void }[] = [];
  let isAlive = true;
  let hasAnswered = false;
  const onEnd = (reason: Error) => {
    isAlive = false;
    for (const { reject } of waiting.splice(0)) reject(reason);
  };
  child.on('message', (answer: RenderAnswer<Made>) => {
    hasAnswered = true;
    const first = waiting.shift();
    if ('made' in answer) first?.resolve(answer.made);
    else first?.reject(new Error(`A page could not be rendered: ${answer.failure}`));
  });
  child.once('error', onEnd);
  child.once('exit', (code, signal) =>
    onEnd(new Error(`The process that renders pages ended with ${signal ?? code}`)),
  );
  return {
    isAlive: () => isAlive,
    hasAnswered: () => hasAnswered,
    kill() {
      isAlive = false;
      child.kill();
    },
    async render(request: RenderRequest<Pages>): Promise<Made> {
      const limit = setTimeout(() => child.kill('SIGKILL'), limitMilliseconds);
      try {
        return await new Promise((resolve, reject) => {
          waiting.push({ resolve, reject });
          child.send(request, (error) => error && reject(error));
        });
      } finally {
        clearTimeout(limit);
      }
    },
  };
}
