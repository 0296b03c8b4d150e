import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { isErrorBody } from './hostile-input.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = { method: Method; path: string; properties: string[] };
type Operation = { requestBody?: { content?: Record<string, { schema?: { properties?: object } }> } };

/** For a file of tests: sends requests to every route, and expects a refusal or a success of each. */
export async function routeTests(setup: TestApp) {
  const routes = await listRoutes(setup);

  /** `lowest` is the lowest status allowed in an answer: 400 if nothing may be accepted. */
  async function expectNoFailureOnEveryRoute(
    requestsFor: (route: Route, things: Things) => InjectOptions[],
    lowest = 200,
  ): Promise<void> {
    let tried = 0;
    for (const route of routes) {
      const things = await ownThings(setup);
      const { browser } = things.freelancer;
      const signedIn = new Map(browser.cookies);
      for (const request of requestsFor(route, things)) {
        // Signs in again, in case the last request was a logout.
        for (const [name, value] of signedIn) browser.cookies.set(name, value);
        expectRefusalOrSuccess(await browser.request(request), request, lowest);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(0);
  }
  return { expectNoFailureOnEveryRoute };
}

/** The routes of the OpenAPI document, with the properties of each body. */
async function listRoutes({ app }: TestApp): Promise<Route[]> {
  const answer = await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost:3000' } });
  const { paths } = answer.json<{ paths: Record<string, Record<string, Operation>> }>();
  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method.toLowerCase()];
      if (!operation) return [];
      const [content] = Object.values(operation.requestBody?.content ?? {});
      return [{ method, path, properties: Object.keys(content?.schema?.properties ?? {}) }];
    }),
  );
}

export const isUnsafe = ({ method }: Route) => method !== 'GET';

/** A freelancer with one of each thing, new for each route, so that a deletion does not affect the next one. */
async function ownThings(setup: TestApp) {
  const freelancer = await setup.createFreelancer();
  const project = await setup.createProject({ owner: freelancer });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const ids = { users: freelancer.id, projects: project.id, milestones: milestone.id, versions: version.id };
  return { freelancer, ids };
}

export type Things = Awaited<ReturnType<typeof ownThings>>;

/** The route's address with ids of things that exist and may be changed. */
export function ownAddress({ path }: Route, ids: Things['ids']): string {
  const noun = /^\/api\/(\w+)\//.exec(path)?.[1] ?? '';
  const id = Object.entries(ids).find(([name]) => name === noun)?.[1] ?? 1;
  return path.replace('{id}', String(id)).replaceAll(/\{\w+\}/g, 'x');
}

function expectRefusalOrSuccess(
  response: LightMyRequestResponse,
  request: InjectOptions,
  lowest: number,
): void {
  const { statusCode, body } = response;
  const isInRange = statusCode >= lowest && statusCode < 500;
  if (isInRange && (statusCode < 400 || body === '' || isErrorBody(parsed(body)))) return;
  throw new Error(`${request.method ?? 'GET'} ${JSON.stringify(request.url).slice(0, 200)}
    ${JSON.stringify(request.headers)} ${JSON.stringify(request.payload)?.slice(0, 200)}
    -> ${statusCode} ${body.slice(0, 300)}`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
