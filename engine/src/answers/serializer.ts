import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/** Compiles a serialiser at the first answer of a schema: compiling all would take a sixth of the start. */
export const compileSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let write: ((value: unknown) => string) | undefined;
  return (value) => (write ??= serializerOf(schema))(value);
};

export function serializerOf(schema: z.ZodType): (value: unknown) => string {
  const description = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' });
  return fastJson(description as Parameters<typeof fastJson>[0]);
}
