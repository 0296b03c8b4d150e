import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/**
 * Writes answers with a serialiser compiled once from the response schema; fields that it does not name are left out. It is
 * compiled for the first answer, since those of all routes together take a sixth of the start.
 */
export const compileSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let write: ((value: unknown) => string) | undefined;
  return (value) => (write ??= serializerOf(schema))(value);
};

/** Throws where a schema cannot be written. */
export function serializerOf(schema: z.ZodType): (value: unknown) => string {
  const description = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' });
  return fastJson(description as Parameters<typeof fastJson>[0]);
}
