import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IdText } from '@vitrin/shared/contract/common.ts';
import { readFileDate } from '@vitrin/shared/rules/texts/file-dates.ts';
import { AppError, BadRequestError, TokenScopeError, ValidationError } from '../../../errors.ts';
import { bodyBlocks } from '@vitrin/engine/bodies/body-blocks.ts';
import { userOf } from '../../../http/guards/guards.ts';
import { tenantOf } from '../../../http/guards/tenant-of-request.ts';
import { openTo } from '../../../http/guards/tokens.ts';
import {
  appendToUpload,
  createUpload,
  deleteResumable,
  getUpload,
  type UploadProgress,
} from './resumable.ts';

const TUS_VERSION = '1.0.0';
const OCTETS = 'application/offset+octet-stream';
const UploadParams = z.object({ id: z.uuid() });
const WholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const NO_SECTION = { success: true, data: null } as const;

class TusVersionError extends AppError {
  readonly statusCode = 412;
}

/** Serves resumable uploads: tus 1.0 with creation, termination and expiration, behind session and CSRF check. */
export const uploadRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addContentTypeParser(OCTETS, (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', TUS_VERSION).header('cache-control', 'no-store');
    if (request.method === 'OPTIONS') return;
    userOf(request);
    if (request.headers['tus-resumable'] !== TUS_VERSION) {
      reply.header('tus-version', TUS_VERSION);
      throw new TusVersionError('errors.bad_request');
    }
  });

  for (const url of ['/uploads/', '/uploads/:id/']) {
    app.options(url, { config: openTo('deliver'), schema: { hide: true } }, async (_request, reply) =>
      reply
        .code(204)
        .header('tus-version', TUS_VERSION)
        .header('tus-extension', 'creation,termination,expiration')
        .header('tus-max-size', app.context.config.maxUploadBytes)
        .send(),
    );
  }

  app.post('/uploads/', { config: { isCreation: true, ...openTo('deliver') } }, async (request, reply) => {
    const creation = readCreation(request);
    // Only a signed-in person may import an archive, not a token.
    if (creation.version === null && request.session?.token)
      throw new TokenScopeError('auth.token_opens_nothing', []);
    const upload = await createUpload(app.context, userOf(request), creation);
    return sendProgress(reply.code(201).header('location', `/api/uploads/${upload.id}`), upload);
  });

  app.head(
    '/uploads/:id/',
    { config: openTo('deliver'), schema: { params: UploadParams } },
    async (request, reply) => {
      const upload = await getUpload(app.context, userOf(request), request.params.id);
      reply.header('upload-length', upload.length).header('upload-metadata', writeMetadata(upload));
      return sendProgress(reply.code(200), upload);
    },
  );

  app.patch(
    '/uploads/:id/',
    {
      config: { transfer: true, isPartOfUpload: true, ...openTo('deliver') },
      schema: { params: UploadParams },
    },
    async (request, reply) => {
      const upload = await appendToUpload(app.context, userOf(request), request.params.id, {
        offset: readNumber(request, 'upload-offset'),
        length:
          request.headers['content-length'] === undefined ? undefined : readNumber(request, 'content-length'),
        body: bodyBlocks(request.raw, tenantOf(request)),
        disconnect: () => request.raw.destroy(),
      });
      return sendProgress(reply.code(204), upload);
    },
  );

  app.delete(
    '/uploads/:id/',
    { config: openTo('deliver'), schema: { params: UploadParams } },
    async (request, reply) => {
      await deleteResumable(app.context, userOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
};

/** Sends the progress; `Vitrin-File-Id` names the file that the upload has become. */
function sendProgress(reply: FastifyReply, { offset, expiresAt, fileId }: UploadProgress): FastifyReply {
  reply.header('upload-offset', offset);
  if (fileId === undefined) reply.header('upload-expires', new Date(expiresAt).toUTCString());
  else reply.header('vitrin-file-id', fileId);
  return reply.send();
}

/** Reads the headers of a creation; `archive` stands in place of a version. */
function readCreation(request: FastifyRequest): Parameters<typeof createUpload>[2] {
  if (request.headers['upload-defer-length'] !== undefined) throw new BadRequestError('errors.bad_request');
  const length = readNumber(request, 'upload-length');
  const metadata = readMetadata(request);
  const version = metadata.has('archive')
    ? { success: true as const, data: null }
    : IdText.safeParse(metadata.get('version')?.trim() ?? '');
  if (!version.success) throw new ValidationError({ version: 'fields.invalid' });
  const name = metadata.get('filename');
  if (name === undefined) throw new ValidationError({ filename: 'fields.required' });
  const section = metadata.has('section') ? IdText.safeParse(metadata.get('section')?.trim()) : NO_SECTION;
  if (!section.success) throw new ValidationError({ section: 'fields.invalid' });
  const given = metadata.get('modified_at');
  const modified = given === undefined ? undefined : readFileDate(given);
  if (given !== undefined && !modified) throw new ValidationError({ modified_at: 'fields.invalid' });
  return {
    name,
    version: version.data,
    section: section.data,
    length,
    modifiedAt: modified?.toISOString() ?? null,
  };
}

function readNumber({ headers }: FastifyRequest, name: string): number {
  const { data } = WholeNumber.safeParse(headers[name]);
  if (data === undefined) throw new BadRequestError('errors.bad_request');
  return data;
}

/** Reads pairs of a key and base64 text, separated by commas (tus, Upload-Metadata). */
function readMetadata({ headers }: FastifyRequest): Map<string, string> {
  const pairs = (headers['upload-metadata'] ?? '').toString().split(',');
  return new Map(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.trim().split(/\s+/);
      return [key, Buffer.from(value, 'base64').toString('utf8')];
    }),
  );
}

function writeMetadata({ name, version, section, modifiedAt }: UploadProgress): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const target = version === null ? 'archive' : `version ${base64(String(version))}`;
  const part = section === null ? '' : `,section ${base64(String(section))}`;
  const date = modifiedAt === null ? '' : `,modified_at ${base64(modifiedAt)}`;
  return `filename ${base64(name)},${target}${part}${date}`;
}
