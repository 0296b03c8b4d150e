import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

/** Weight that is written at once, in 1 or 2 ms. An object weighs 1, as do 1000 characters. */
const SLICE = 500;
const CHARACTERS = 1000;

type Compile = (schema: z.ZodType) => (value: unknown) => string;

/** Writes large answers in slices, so that other requests run in between; later hooks see them as a Buffer. */
export function writeLargeAnswers(app: FastifyInstance): void {
  const compiled = new WeakMap<z.ZodType, Write>();
  // Fastify accepts a promise as well as a call of `done`, which is faster for small answers.
  app.addHook('preSerialization', (_request, reply, payload, done) => {
    const schema = schemaOf(reply);
    if (!schema || weightOf(payload) < SLICE) return done(null, payload);
    const compile: Compile = (part) => {
      const write =
        compiled.get(part) ?? (reply.compileSerializationSchema(part as unknown as Schema) as Write);
      compiled.set(part, write);
      return write;
    };
    reply.serializer((bytes: string) => bytes);
    return jsonInSlices(payload, schema, compile);
  });
}

type Schema = Record<string, unknown>;
type Write = (value: unknown) => string;

function schemaOf({ request, statusCode }: FastifyReply): z.ZodType | undefined {
  const schemas = request.routeOptions.schema?.response as Record<number, unknown> | undefined;
  const schema = schemas?.[statusCode];
  return schema instanceof z.ZodType ? schema : undefined;
}

/** Serialises a value to JSON in slices; its schema must consist of plain objects and arrays. */
export async function jsonInSlices(value: unknown, schema: z.ZodType, compile: Compile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const piece of piecesOf(value, schema, compile)) {
    pieces.push(Buffer.from(piece));
    await nextTurn();
  }
  return Buffer.concat(pieces);
}

function* piecesOf(value: unknown, schema: z.ZodType, compile: Compile): Generator<string, void> {
  if (weightOf(value) >= SLICE) {
    if (schema instanceof z.ZodArray && Array.isArray(value)) {
      yield* piecesOfArray(value, schema, compile);
      return;
    }
    if (schema instanceof z.ZodObject && isRecord(value)) {
      yield* piecesOfObject(value, schema, compile);
      return;
    }
  }
  yield compile(schema)(value);
}

function* piecesOfArray(items: unknown[], schema: z.ZodArray, compile: Compile): Generator<string, void> {
  let [before, batch, weight] = ['[', [] as unknown[], 0];
  const written = () => {
    const piece = before + compile(schema)(batch).slice(1, -1);
    [before, batch, weight] = [',', [], 0];
    return piece;
  };
  for (const item of items) {
    const more = weightOf(item);
    if (batch.length > 0 && weight + more > SLICE) yield written();
    if (more < SLICE) {
      batch.push(item);
      weight += more;
      continue;
    }
    for (const piece of piecesOf(item, schema.element as z.ZodType, compile)) {
      yield before + piece;
      before = '';
    }
    before = ',';
  }
  yield batch.length > 0 ? `${written()}]` : ']';
}

/** Yields the JSON of the object with empty arrays, then the items. Texts escape quotes, so none looks like one. */
function* piecesOfObject(
  value: Record<string, unknown>,
  schema: z.ZodObject,
  compile: Compile,
): Generator<string, void> {
  const arrays = Object.keys(schema.shape).filter((name) => Array.isArray(value[name]));
  const emptied = { ...value, ...Object.fromEntries(arrays.map((name) => [name, []])) };
  let shell = compile(schema)(emptied);
  for (const name of arrays) {
    const at = shell.indexOf(`"${name}":[]`) + name.length + 3;
    let before = shell.slice(0, at);
    for (const piece of piecesOf(value[name], schema.shape[name] as z.ZodType, compile)) {
      yield before + piece;
      before = '';
    }
    shell = shell.slice(at + 2);
  }
  yield shell;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Estimates the work of writing a value, up to one slice: every answer is weighed, in about 2 microseconds. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS;
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let weight = 1;
  for (let at = 0; at < parts.length && weight < SLICE; at += 1) {
    const part = parts[at];
    if (typeof part === 'string') weight += part.length / CHARACTERS;
    else if (typeof part === 'object') weight += weightOf(part);
  }
  return weight;
}
