import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequestError } from '../errors.ts';

const MAX_FIELDS = 10;
const MAX_FIELD_NAME_BYTES = 100;

/**
 * Lets the routes of a scope take multipart forms of texts besides JSON; their fields become the body. `fieldSize` in
 * bytes must be above what the schema allows, so that a value cut there is refused as too long.
 */
export async function acceptForms(app: FastifyInstance, fieldSize: number): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: 0,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS,
      fieldNameSize: MAX_FIELD_NAME_BYTES,
      fieldSize,
    },
  });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readFields(request);
  });
}

async function readFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: [string, unknown][] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, part.value]);
    }
  } catch (error) {
    // What the parser finds broken (no boundary, a cut-off end) comes without a status.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new BadRequestError('errors.bad_request');
  }
  return Object.fromEntries(fields);
}
