import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Render, RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url));

/** How long the process waits for another page: what is asked for together is rendered by one. */
const IDLE_MILLISECONDS = 300_000;

/** What rendering may take, the start of the process included. */
const LIMIT_MILLISECONDS = 15_000;

const MEMORY_LIMIT = '--max-old-space-size=128';

export type RenderRequest = { page: keyof RenderedPages; data: RenderedPages[keyof RenderedPages] };
export type RenderAnswer = { html: string } | { failure: string };

export type PageRenderer = { render: Render; stop: () => void };

/**
 * Renders pages with the build's renderer in `file`, by a process that is started when a page is wanted and ends soon
 * after: React and the screens take 100 MB of memory and a fifth of a second, which no other request is to notice.
 */
export function createPageRenderer(
  file: string,
  { idleMilliseconds = IDLE_MILLISECONDS, limitMilliseconds = LIMIT_MILLISECONDS } = {},
): PageRenderer {
  let current: RenderProcess | undefined;
  let rendering = 0;
  let idle: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(idle);
    current?.kill();
    current = undefined;
  };
  return {
    stop,
    async render(page, data) {
      clearTimeout(idle);
      if (!current?.isAlive()) current = startProcess(file, limitMilliseconds);
      rendering += 1;
      try {
        return await current.render({ page, data });
      } finally {
        rendering -= 1;
        if (rendering === 0) idle = setTimeout(stop, idleMilliseconds).unref();
      }
    },
  };
}

type RenderProcess = ReturnType<typeof startProcess>;

/** It knows nothing of this process's environment, and so no secrets; its years change at midnight of UTC, as ours do. */
function startProcess(file: string, limitMilliseconds: number) {
  const cache = getCompileCacheDir();
  const child = fork(PROGRAM, [pathToFileURL(file).href], {
    execArgv: [MEMORY_LIMIT],
    env: { NODE_ENV: 'production', TZ: 'UTC', ...(cache && { NODE_COMPILE_CACHE: path.dirname(cache) }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Answers come in the order of the requests.
  const waiting: { resolve: (html: string) => void; reject: (error: Error) => void }[] = [];
  let isAlive = true;
  const onEnd = (reason: Error) => {
    isAlive = false;
    for (const { reject } of waiting.splice(0)) reject(reason);
  };
  child.on('message', (answer: RenderAnswer) => {
    const first = waiting.shift();
    if ('html' in answer) first?.resolve(answer.html);
    else first?.reject(new Error(`A page could not be rendered: ${answer.failure}`));
  });
  child.once('error', onEnd);
  child.once('exit', (code, signal) =>
    onEnd(new Error(`The process that renders pages ended with ${signal ?? code}`)),
  );
  return {
    isAlive: () => isAlive,
    kill: () => child.kill(),
    async render(request: RenderRequest): Promise<string> {
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
