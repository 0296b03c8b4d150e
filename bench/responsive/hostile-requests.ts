import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-texts.ts';

export type HostileRequest = {
  /** Such as "POST /api/projects/ name: marks out of order, 60000". */
  what: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
};

type Schema = { properties?: Record<string, unknown>; anyOf?: Schema[] };
type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/** Ids and values with which a request gets past the checks before the field under test. */
export type Place = { id: Record<string, number>; values: Record<string, unknown> };

/** Bodies may have 64 KB, except where a description may come. */
const BODY_SIZES = [1000, 60_000];
const DESCRIPTION_SIZES = [60_000, 99_000, 1_000_000, 4_900_000];
/** Request line and headers share 16 KB with the cookies. */
const HEAD_SIZES = [900, 14_000];
const PARAMETER_SIZE = 180;

/** Every route, field, query parameter and header that the server looks at, with every hostile text of every size. */
export function* hostileRequests(openApi: OpenApi, place: Place): Generator<HostileRequest> {
  const headerNames = parsedHeaders();
  for (const [template, operations] of Object.entries(openApi.paths))
    for (const [name, operation] of Object.entries(operations)) {
      const route = { method: name.toUpperCase(), template, url: addressOf(template, name, place) };
      yield { what: `${route.method} ${template}`, ...route, headers: {} };
      yield* hostileParameters(route);
      yield* hostileQueries(route, operation);
      yield* hostileHeaders(route, headerNames);
      yield* hostileBodies(route, operation, place);
    }
}

type Route = { method: string; template: string; url: string };

/** An address of things that exist; deletions get ids that do not, so that later requests still find the things. */
function addressOf(template: string, method: string, { id }: Place): string {
  const [, , noun = ''] = template.split('/');
  const own = method === 'delete' ? 999_999 : (id[noun] ?? 1);
  return template.replaceAll(/\{\w+\}/g, String(own));
}

function* hostileParameters({ method, template }: Route): Generator<HostileRequest> {
  if (!template.includes('{')) return;
  for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
    const value = encodeURIComponent(make(PARAMETER_SIZE)).slice(0, PARAMETER_SIZE);
    const url = template.replaceAll(/\{\w+\}/g, value);
    yield { what: `${method} ${template} (address): ${text}`, method, url, headers: {} };
  }
}

function* hostileQueries({ method, template, url }: Route, operation: Operation): Generator<HostileRequest> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  for (const { name } of [...parameters, { name: 'unknown' }])
    for (const [text, make] of Object.entries(HOSTILE_TEXTS))
      for (const size of HEAD_SIZES) {
        const value = encodeURIComponent(make(size)).slice(0, size);
        const what = `${method} ${template} ?${name}: ${text}, ${size}`;
        yield { what, method, url: `${url}?${name}=${value}`, headers: {} };
      }
}

function* hostileHeaders({ method, template, url }: Route, names: string[]): Generator<HostileRequest> {
  for (const name of names)
    for (const [text, make] of Object.entries(HOSTILE_TEXTS)) {
      // Node drops characters beyond Latin-1, so UTF-8 bytes are sent, as a raw socket would.
      const value = Buffer.from(make(HEAD_SIZES.at(-1) ?? 0))
        .toString('latin1')
        .replaceAll('\n', ' ')
        .slice(0, HEAD_SIZES.at(-1));
      yield {
        what: `${method} ${template} header ${name}: ${text}`,
        method,
        url,
        headers: { [name]: value },
      };
    }
}

function* hostileBodies(
  { method, template, url }: Route,
  operation: Operation,
  { values }: Place,
): Generator<HostileRequest> {
  if (method === 'GET' || method === 'HEAD') return;
  const fields = fieldsOf(operation);
  const request = { method, url, headers: { 'content-type': 'application/json' } };
  const known = Object.entries(values).filter(([name]) => fields.includes(name));
  for (const field of fields) {
    const others = known
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
function fieldsOf({ requestBody }: Operation): string[] {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema ?? {});
  const all = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? [])]);
  const names = all.flatMap(({ properties }) => Object.keys(properties ?? {}));
  return [...new Set(names), 'unknown'];
}

/** Headers whose values the server's code reads, found in the code. */
function parsedHeaders(): string[] {
  const root = path.resolve(import.meta.dirname, '../../server/src');
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|testing\//.test(file));
  const names = sources.flatMap((file) =>
    Array.from(
      readFileSync(path.join(root, file), 'utf8').matchAll(/\bheaders(?:\['([\w-]+)'\]|\??\.([a-z]+)\b)/g),
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  );
  // Headers that frame the request, which would become another request or none.
  const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'get', 'append', 'entries']);
  return [...new Set([...names, 'cookie', 'if-modified-since', 'x-forwarded-for', 'forwarded'])].filter(
    (name) => name !== '' && !framing.has(name),
  );
}
