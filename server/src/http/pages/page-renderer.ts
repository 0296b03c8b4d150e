import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Render, RenderedPage, RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url));

/** How long the process waits for another page, whichever it is. */
const IDLE_MILLISECONDS = 300_000;

/** A screen that has to wait for the process to start may take this long; that is still sooner than the application. */
const START_MILLISECONDS = 1_000;

/** What rendering may take, the start of the process included, before the process counts as hung. */
const LIMIT_MILLISECONDS = 15_000;

/** Pages that may wait for the process; about as many as it renders before the first of them is late. */
const MOST_WAITING = 32;

/** Pages that the process has at once: the next one is there when it has done the one before. */
const MOST_SENT = 2;

const MEMORY_LIMIT = '--max-old-space-size=128';

export type RenderRequest = { page: keyof RenderedPages; data: RenderedPages[keyof RenderedPages] };
/** `styleSource` is how a content policy names the page's style. */
type SentPage = RenderedPage & { styleSource: string };
export type RenderAnswer = SentPage | { failure: string };

/**
 * Renders a screen within `milliseconds`; undefined where it takes longer, and at once where too many wait. What comes
 * late is dropped, and not even begun where it still waits.
 */
export type RenderInTime = (
  data: RenderedPages['screen'],
  milliseconds: number,
) => Promise<SentPage | undefined>;

export type PageRenderer = { render: Render; renderInTime: RenderInTime; stop: () => void };

type Waiting = {
  request: RenderRequest;
  resolve: (page: SentPage) => void;
  reject: (error: unknown) => void;
};

/**
 * Renders pages with the build's renderer in `file`, by a process that is started when a page is wanted and ends five
 * minutes after the last: React and the screens take 100 MB of memory and a fifth of a second, which no other request is
 * to notice.
 */
export function createPageRenderer(
  file: string,
  {
    idleMilliseconds = IDLE_MILLISECONDS,
    startMilliseconds = START_MILLISECONDS,
    limitMilliseconds = LIMIT_MILLISECONDS,
    mostWaiting = MOST_WAITING,
  } = {},
): PageRenderer {
  const waiting = new Set<Waiting>();
  let current: RenderProcess | undefined;
  let sent = 0;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  const letGo = () => {
    current?.kill();
    current = undefined;
  };
  const runningProcess = () => {
    clearTimeout(idle);
    if (!current?.isAlive()) current = startProcess(file, limitMilliseconds);
    return current;
  };
  const sendWaiting = () => {
    for (const page of waiting) {
      if (sent === MOST_SENT) return;
      waiting.delete(page);
      void send(page);
    }
  };
  const send = async ({ request, resolve, reject }: Waiting) => {
    sent += 1;
    await runningProcess().render(request).then(resolve, reject);
    sent -= 1;
    sendWaiting();
    if (sent === 0 && !isStopped) idle = setTimeout(letGo, idleMilliseconds).unref();
  };
  const add = (request: RenderRequest) => {
    const { promise: html, resolve, reject } = Promise.withResolvers<SentPage>();
    const page: Waiting = { request, resolve, reject };
    if (isStopped) reject(new Error('Nothing is rendered while the server stops'));
    else waiting.add(page);
    sendWaiting();
    return { html, leave: () => waiting.delete(page) };
  };

  return {
    render: async (page, data) => add({ page, data }).html,
    async renderInTime(data, milliseconds) {
      if (isStopped || waiting.size >= mostWaiting) return undefined;
      const isStarting = !runningProcess().hasAnswered();
      const { html, leave } = add({ page: 'screen', data });
      const inTime = await firstWithin(
        html,
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

async function firstWithin(html: Promise<SentPage>, milliseconds: number): Promise<SentPage | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([html, late]);
  } finally {
    clearTimeout(timer);
  }
}

type RenderProcess = ReturnType<typeof startProcess>;

/**
 * Starts the process that renders. It knows nothing of this process's environment, and so no secrets; its years change
 * at midnight of UTC, as those of this process do.
 */
function startProcess(file: string, limitMilliseconds: number) {
  const cache = getCompileCacheDir();
  const child = fork(PROGRAM, [pathToFileURL(file).href], {
    execArgv: [MEMORY_LIMIT],
    env: { NODE_ENV: 'production', TZ: 'UTC', ...(cache && { NODE_COMPILE_CACHE: path.dirname(cache) }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Answers come in the order of the requests.
  const waiting: { resolve: (page: SentPage) => void; reject: (error: Error) => void }[] = [];
  let isAlive = true;
  let hasAnswered = false;
  const onEnd = (reason: Error) => {
    isAlive = false;
    for (const { reject } of waiting.splice(0)) reject(reason);
  };
  child.on('message', (answer: RenderAnswer) => {
    hasAnswered = true;
    const first = waiting.shift();
    if ('html' in answer) first?.resolve(answer);
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
    async render(request: RenderRequest): Promise<SentPage> {
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
