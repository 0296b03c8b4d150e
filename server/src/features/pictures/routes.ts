import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Picture } from '@vitrin/shared/contract/pictures.ts';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import { ValidationError } from '../../errors.ts';
import { acceptFormFile, type FormFile } from '../../http/bodies/form-file.ts';
import { requireFreelancer, userOf } from '../../http/guards/guards.ts';
import { addPicture } from './store-picture.ts';

const FIELD = 'picture';

export const pictureRoutes: FastifyPluginAsyncZod = async (app) => {
  acceptFormFile(app, MAX_PICTURE_BYTES);

  /** Takes a form with one picture, for a text that is not saved yet. */
  app.post(
    '/pictures/',
    {
      config: { largeBody: true },
      onRequest: requireFreelancer,
      schema: { consumes: ['multipart/form-data'], response: { 201: Picture } },
    },
    async (request, reply) => {
      const id = await addPicture(app.context, userOf(request), bytesOf(request.body), FIELD);
      return reply.code(201).send({ id, picture: storedPictureAddress(id) });
    },
  );
};

function bytesOf(body: unknown): Buffer {
  if (!isFormFile(body)) throw new ValidationError({ [FIELD]: 'fields.required' });
  if (body.isCut) throw new ValidationError({ [FIELD]: 'fields.picture_too_large' });
  return body.bytes;
}

function isFormFile(body: unknown): body is FormFile {
  return typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes);
}
