import { HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-texts.ts';
import { parsedCookies, parsedHeaders } from './parsed-names.ts';

export type HostileRequest = {
  /** For example "POST /api/projects/ name: marks out of order, 60000". */
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Replaces the session's cookies of these names. */
  cookies?: Record<string, string>;
  body?: string | Buffer;
};

type Schema = { properties?: Record<string, unknown>; anyOf?: Schema[] };
export type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/** Ids and values with which a request gets past the checks before the field under test. */
export type Samples = {
  id: Record<string, number | string>;
  values: Record<string, unknown>;
};

export type Route = {
  method: string;
  template: string;
  url: string;
  /** Without these the route refuses before it reads anything else. */
  headers: Record<string, string>;
};

/** Bodies may have 64 KB, except where a description may come. */
export const BODY_SIZES = [1000, 60_000];
const DESCRIPTION_SIZES = [60_000, 99_000, 1_000_000, 4_900_000];
/** Request line and headers share 16 KB with the cookies. */
export const HEAD_SIZES = [900, 14_000];
const PARAMETER_SIZE = 180;
/** A page for routes that answer every path. */
const PAGE = 'password-reset';
const NO_UPLOAD = '00000000-0000-4000-8000-000000000000';

/**
 * Every address, query parameter, header, cookie and JSON field that the server looks at, with every hostile text of
 * every size.
 */
export function* hostileRequests(openApi: OpenApi, samples: Samples): Generator<HostileRequest> {
  const headerNames = parsedHeaders();
  const cookieNames = parsedCookies();
  for (const [route, operation] of routesOf(openApi, samples)) {
    yield { what: `${route.method} ${route.template}`, ...route };
    yield* hostileParameters(route);
    yield* hostileQueries(route, operation);
    yield* hostileHeaders(route, [...headerNames, ...Object.keys(route.headers)]);
    yield* hostileCookies(route, cookieNames);
    yield* hostileMetadata(route);
    yield* hostileBodies(route, operation, samples);
  }
}

export function* routesOf({ paths }: OpenApi, samples: Samples): Generator<[Route, Operation]> {
  for (const [template, operations] of Object.entries(paths))
    for (const [name, operation] of Object.entries(operations)) {
      const url = addressOf(template, name, samples);
      const headers = template.startsWith('/api/uploads/') ? uploadHeaders(samples) : {};
      yield [{ method: name.toUpperCase(), template, url, headers }, operation];
    }
}

/**
 * Fills a route's path with ids that exist; deletions get unknown ids, so that later requests still find
 * everything.
 */
function addressOf(template: string, method: string, { id }: Samples): string {
  const [, , noun = ''] = template.split('/');
  const missing = noun === 'uploads' ? NO_UPLOAD : 999_999;
  const own = method === 'delete' ? missing : (id[noun] ?? 1);
  return template.replaceAll(/\{\w+\}/g, String(own)).replace('*', PAGE);
}

/** Headers that start a resumable upload of 1000 bytes. */
export function uploadHeaders({ id }: Pick<Samples, 'id'>): Record<string, string> {
  const base64 = (text: unknown) => Buffer.from(String(text)).toString('base64');
  return {
    'tus-resumable': '1.0.0',
    'upload-length': '1000',
    'upload-offset': '0',
    'upload-metadata': `filename ${base64('film.bin')},version ${base64(id['versions'])}`,
    'content-type': 'application/offset+octet-stream',
  };
}

function* hostileParameters({ method, template, headers }: Route): Generator<HostileRequest> {
  if (!/[{*]/.test(template)) return;
  for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
    const value = encodeURIComponent(make(PARAMETER_SIZE)).slice(0, PARAMETER_SIZE);
    const path = encodeURI(make(HEAD_SIZES.at(-1) ?? 0)).slice(0, HEAD_SIZES.at(-1));
    const url = template.replaceAll(/\{\w+\}/g, value).replace('*', path);
    yield { what: `${method} ${template} (address): ${text}`, method, url, headers };
  }
}

function* hostileQueries(
  { method, template, url, headers }: Route,
  operation: Operation,
): Generator<HostileRequest> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  for (const { name } of [...parameters, { name: 'unknown' }])
    for (const [text, make] of Object.entries(HOSTILE_TEXTS))
      for (const size of HEAD_SIZES) {
        const value = encodeURIComponent(make(size)).slice(0, size);
        const what = `${method} ${template} ?${name}: ${text}, ${size}`;
        yield { what, method, url: `${url}?${name}=${value}`, headers };
      }
}

function* hostileHeaders(
  { method, template, url, headers }: Route,
  names: string[],
): Generator<HostileRequest> {
  for (const name of new Set(names))
    for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
      const value = headerText(make, HEAD_SIZES.at(-1) ?? 0);
      const what = `${method} ${template} header ${name}: ${text}`;
      yield { what, method, url, headers: { ...headers, [name]: value } };
    }
}

function* hostileCookies(
  { method, template, url, headers }: Route,
  names: string[],
): Generator<HostileRequest> {
  for (const name of names)
    for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
      const what = `${method} ${template} cookie ${name}: ${text}`;
      const value = headerText(make, HEAD_SIZES.at(-1) ?? 0);
      yield { what, method, url, headers, cookies: { [name]: value } };
    }
}

/** File names, which are sent as base64, and metadata longer than the request's headers may be. */
function* hostileMetadata({ method, template, url, headers }: Route): Generator<HostileRequest> {
  if (headers['upload-metadata'] === undefined) return;
  for (const [text, make] of Object.entries(HOSTILE_TEXTS))
    for (const [form, value] of [
      ['name', `filename ${Buffer.from(make(10_000)).toString('base64')},version MQ==`],
      ['key', `${headerText(make, 10_000)} MQ==`],
      ['beyond a head', headerText(make, BODY_SIZES.at(-1) ?? 0)],
    ] as const) {
      const what = `${method} ${template} upload-metadata, ${form}: ${text}`;
      yield { what, method, url, headers: { ...headers, 'upload-metadata': value } };
    }
}

/** Converts to UTF-8 bytes, as a raw socket would send them: Node drops characters beyond Latin-1. */
export function headerText(make: (length: number) => string, size: number): string {
  return Buffer.from(make(size)).toString('latin1').replaceAll('\n', ' ').slice(0, size);
}

function* hostileBodies(
  { method, template, url, headers }: Route,
  operation: Operation,
  { values }: Samples,
): Generator<HostileRequest> {
  if (method === 'GET' || method === 'HEAD') return;
  const fields = fieldsOf(operation);
  const request = { method, url, headers: { ...headers, 'content-type': 'application/json' } };
  const own = Object.entries(values).filter(([name]) => fields.includes(name));
  for (const field of fields) {
    const others = own
      .filter(([name]) => name !== field)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
    for (const size of field === 'description' ? DESCRIPTION_SIZES : BODY_SIZES) {
      for (const [text, make] of Object.entries(HOSTILE_TEXTS))
        yield {
          ...request,
          what: `${method} ${template} ${field}: ${text}, ${size}`,
          body: `{${others.join('')}${JSON.stringify(field)}:${JSON.stringify(make(size))}}`,
        };
      for (const [json, make] of Object.entries(HOSTILE_JSON))
        yield {
          ...request,
          what: `${method} ${template} ${field}: ${json}, ${size}`,
          body: `{${others.join('')}${JSON.stringify(field)}:${make(size)}}`,
        };
    }
  }
}

/** Names of the properties of a body, in all its forms. */
export function fieldsOf({ requestBody }: Operation): string[] {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema ?? {});
  const all = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  const names = all.flatMap(({ properties }) => Object.keys(properties ?? {}));
  return [...new Set(names), 'unknown'];
}
