import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GivenText } from '@vitrin/shared/contract/common.ts';
import { MAX_LOGO_UPLOAD_BYTES, OwnFace, UpdateFace } from '@vitrin/shared/contract/faces.ts';
import { ValidationError } from '../../errors.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { sendBytes } from '../../http/answers/send-bytes.ts';
import { acceptFormFile, type FormFile } from '../../http/bodies/form-file.ts';
import { requireFreelancer, userOf } from '../../http/guards/guards.ts';
import { openObject, requireObject } from '../files/service.ts';
import { getInvitedCover } from './invited-cover.ts';
import { saveLogo } from './save-logo.ts';
import {
  getLogo,
  getOwnFace,
  readLogo,
  removeLogo,
  requireLogoBytes,
  resetFace,
  updateFace,
} from './service.ts';

/** Content-Security-Policy of a logo in the browser: it may be looked at, and run nothing. */
const SANDBOX = "sandbox; default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'none'";

const LogoParams = z.object({ id: z.string().max(64) });
const LogoQuery = z.object({ token: GivenText.optional() });

/** Routes of a freelancer's public face: name, logo, accent, greeting and contact (specification 1.6). */
export const faceRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  acceptFormFile(app, MAX_LOGO_UPLOAD_BYTES);

  app.get(
    '/face/',
    { onRequest: requireFreelancer, schema: { response: { 200: OwnFace } } },
    async (request) => getOwnFace(app.context, userOf(request)),
  );

  app.patch(
    '/face/',
    { onRequest: requireFreelancer, schema: { body: UpdateFace, response: { 200: OwnFace } } },
    async (request) => updateFace(app.context, userOf(request), request.body),
  );

  app.delete('/face/', { onRequest: requireFreelancer }, async (request, reply) => {
    await resetFace(app.context, userOf(request));
    return reply.code(204).send();
  });

  app.post(
    '/face/logo/',
    {
      config: { largeBody: true },
      onRequest: requireFreelancer,
      schema: { consumes: ['multipart/form-data'], response: { 200: OwnFace } },
    },
    async (request) => saveLogo(app.context, userOf(request), bytesOf(request.body)),
  );

  app.delete('/face/logo/', { onRequest: requireFreelancer }, async (request, reply) => {
    await removeLogo(app.context, userOf(request));
    return reply.code(204).send();
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/logos/:id/',
    config: { isInClientView: true },
    onRequest: requireUserOrToken,
    schema: { params: LogoParams, querystring: LogoQuery },
    handler: async (request, reply) => {
      const { token = '' } = request.query;
      const user = request.session?.user ?? null;
      const logo = await getLogo(app.context, user, request.params.id, token);
      reply
        .header('content-security-policy', SANDBOX)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline');
      return sendBytes(request, reply, {
        size: logo.size,
        etag: `"l${request.params.id}"`,
        mediaType: 'image/png',
        open: (range) => readLogo(app.context, logo, range),
        check: () => requireLogoBytes(app.context, logo),
      });
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/invitations/cover/',
    schema: { querystring: z.object({ token: GivenText.catch('') }) },
    handler: async (request, reply) => {
      const { id, key, size } = await getInvitedCover(app.context, request.query.token);
      reply.header('content-security-policy', SANDBOX).header('x-content-type-options', 'nosniff');
      return sendBytes(request, reply, {
        size,
        etag: `"t${id}-${key.slice(0, 8)}"`,
        mediaType: 'image/webp',
        open: (range, holder) => openObject(app.context, id, key, range, holder),
        check: () => requireObject(app.context, id, key, size),
      });
    },
  });
};

/** Makes a hook that answers 401 to a guest without any token; the token's value is checked later. */
function requireUserOrToken(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (!/[?&]token=/.test(request.url)) userOf(request);
  done();
}

function bytesOf(body: unknown): Buffer {
  if (!isFormFile(body)) throw new ValidationError({ logo: 'fields.required' });
  if (body.isCut) throw new ValidationError({ logo: 'faces.logo_too_large' });
  return body.bytes;
}

function isFormFile(body: unknown): body is FormFile {
  return typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes);
}
