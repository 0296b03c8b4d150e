import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import { eventually } from './eventually.ts';
import type { LiveServer } from './live-server.ts';
import type { TestApp } from './test-app.ts';

type StreamEvent = { event: string; id: string; data: unknown };

export type EventStream = {
  status: number;
  headers: IncomingMessage['headers'];
  events: StreamEvent[];
  /** Everything that was received, comments too. */
  text: () => string;
  isOver: () => boolean;
  /** Waits until an event with this name and, if given, this data was received. */
  receives: (event: string, data?: unknown) => Promise<void>;
  close: () => void;
};

/** Opens the stream of changes over a real connection, signed in as the browser is. */
export async function openStream(
  server: LiveServer,
  browser: Browser,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const request = server.open(browser, 'GET', `/api/changes/${query}`, {
    accept: 'text/event-stream',
    ...headers,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve);
  request.once('error', reject);
  request.end();
  const response = await promise;
  let text = '';
  let isOver = false;
  const events: StreamEvent[] = [];
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part;
    events.splice(0, events.length, ...readEvents(text));
  });
  response.once('close', () => (isOver = true));
  response.on('error', () => (isOver = true));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    isOver: () => isOver,
    receives: (event, data) =>
      eventually(() => {
        const wanted: unknown = expect.objectContaining(data === undefined ? { event } : { event, data });
        expect(events).toContainEqual(wanted);
      }),
    close: () => request.destroy(),
  };
}

/**
 * Returns once every stream of this server has sent everything written before: PostgreSQL reports a commit only
 * after the call that made it has returned.
 */
export async function untilAllIsSent(setup: TestApp, server: LiveServer): Promise<void> {
  const owner = await setup.createFreelancer();
  const stream = await openStream(server, owner.browser);
  const { id } = await setup.createProject({ owner });
  await stream.receives('change', { project: id, parts: ['project'] });
  stream.close();
}

function readEvents(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line]));
      const valueOf = (name: string) => fields.get(name)?.slice(name.length + 2);
      const event = valueOf('event');
      if (event === undefined) return [];
      return { event, id: valueOf('id') ?? '', data: JSON.parse(valueOf('data') ?? 'null') as unknown };
    });
}
