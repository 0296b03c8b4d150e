import { TooManyWaitingError } from '@vitrin/engine/slots/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Language } from '@vitrin/shared/contract/users.ts';
import {
  AppError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  InvalidJsonError,
  type Message,
  MethodNotAllowedError,
  NotFoundError,
  RateLimitedError,
  ReauthenticationError,
  UnauthenticatedError,
  ValidationError,
} from '../../errors.ts';
import { issueCsrfToken } from '../../http/guards/csrf.ts';
import { type MessageKey, translate } from '../../i18n/messages.ts';
import { replyReauthentication } from './reauthentication/reauthentication-replies.ts';
import { replyGuest } from './replies.ts';

type FieldError = { message: string; code: string; param?: string };

/** Errors raised before the authentication API is reached are answered in the shape of all other errors. */
const OUTSIDE_KEYS = new Set<MessageKey>([
  'errors.bad_request',
  'errors.csrf',
  'errors.foreign_origin',
  'errors.unknown_view',
]);

/** Answers errors in the shape of the authentication API (specification 4.1); unknown ones go to the general handler. */
export function answerAuthErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    issueCsrfToken(request, reply, app.context.config);
    return answerAuthError(error, request, reply);
  });
}

function answerAuthError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError && OUTSIDE_KEYS.has(error.detail.key)) throw error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message = '' }) =>
      inputError(instancePath.split('/')[1] ?? '', message, request.language),
    );
    return reply.code(400).send({ status: 400, errors: withoutRepeats(errors) });
  }
  if (error instanceof ValidationError) return replyFields(error, request.language, reply);
  if (error instanceof BadRequestError)
    return replyFields(new ValidationError({ key: error.detail }), request.language, reply);
  if (error instanceof UnauthenticatedError) return replyGuest(request, reply);
  if (error instanceof ReauthenticationError) return replyReauthentication(request, reply);
  if (error instanceof ConflictError) return reply.code(409).send({ status: 409 });
  if (error instanceof NotFoundError) return reply.code(404).send({ status: 404 });
  if (error instanceof ForbiddenError) return reply.code(403).send({ status: 403 });
  if (error instanceof RateLimitedError || error instanceof TooManyWaitingError)
    return reply.code(429).header('retry-after', error.retryAfterSeconds).send({ status: 429 });
  // Broken JSON and other methods are answered with nothing but the status.
  if (error instanceof InvalidJsonError || error instanceof MethodNotAllowedError)
    return reply.code(error.statusCode).send();
  throw error;
}

function replyFields(error: ValidationError, language: Language, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  const errors = Object.entries(error.fields).flatMap(([field, messages]) =>
    messages.map((message) => fieldError(field, message, language)),
  );
  return reply.code(400).send({ status: 400, errors });
}

/** Makes the error of one field; its code is the last part of the message key. */
function fieldError(field: string, { key, params }: Message, language: Language): FieldError {
  return {
    message: translate(language, key, params),
    code: key.split('.').at(-1) ?? 'invalid',
    ...(field !== 'non_field_errors' && { param: field }),
  };
}

/** Makes the error of an input, where the schema's message is a code (shared/src/contract/account/auth.ts). */
function inputError(field: string, code: string, language: Language): FieldError {
  const specific = code === 'invalid' ? TEXT_OF_INVALID[field] : undefined;
  const key = specific ?? CODES[code];
  return {
    message: translate(language, key ?? 'auth.invalid'),
    code: key === undefined ? 'invalid' : code,
    ...(field !== '' && { param: field }),
  };
}

const TEXT_OF_INVALID: Record<string, MessageKey> = {
  email: 'auth.invalid_email',
  username: 'auth.invalid_username',
};

const CODES: Record<string, MessageKey> = {
  required: 'auth.required',
  invalid: 'auth.invalid',
  invalid_list: 'auth.invalid_list',
  max_length: 'auth.max_length',
  password_too_short: 'auth.password_too_short',
};

function withoutRepeats(errors: FieldError[]): FieldError[] {
  return errors.filter(
    ({ code, param }, index) =>
      errors.findIndex((other) => other.code === code && other.param === param) === index,
  );
}
