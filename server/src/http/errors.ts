import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Language } from '@vitrin/shared/contract/users.ts';
import {
  AppError,
  ConflictError,
  type Message,
  NotFoundError,
  OutOfSpaceError,
  RateLimitedError,
  UnavailableError,
  ValidationError,
} from '../errors.ts';
import { isDatabaseFull } from '../database/errors.ts';
import { type MessageKey, translate } from '../i18n/messages.ts';
import { inputErrors } from './input-errors.ts';

/** The one place where an error becomes a status. */
const STATUS_OF: Record<string, number> = {
  BadRequestError: 400,
  ConnectionBrokenError: 400,
  StorageExceededError: 400,
  CountExceededError: 400,
  UnauthenticatedError: 401,
  PaymentRequiredError: 402,
  ForbiddenError: 403,
  QuotaExceededError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  GoneError: 410,
  PayloadTooLargeError: 413,
  RateLimitedError: 429,
  UnavailableError: 503,
  OutOfSpaceError: 507,
};

/** What Fastify and its plugins refuse before a handler runs. */
const FRAMEWORK_KEYS: Record<number, MessageKey> = {
  400: 'errors.bad_request',
  404: 'errors.not_found',
  405: 'errors.method_not_allowed',
  408: 'errors.request_timeout',
  413: 'errors.body_too_large',
  415: 'errors.unsupported_media_type',
};

/** Turns every error into `{"detail"}` or `{"field": [...]}` in the request's language (specification 10.1). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(new NotFoundError(), request, reply));
}

/** The status an expected error is answered with; undefined for one that is not expected. */
export function statusOf(error: AppError): number {
  return STATUS_OF[error.name] ?? 400;
}

function answerError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { language } = request;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const isAddress = error.validationContext === 'params';
    if (isAddress) return answerError(new NotFoundError(), request, reply);
    return reply.code(400).send(inputErrors(error.validation, language));
  }
  if (isDatabaseFull(error)) {
    request.log.error({ err: error, alarm: 'database-full' }, 'The database has no room left');
    return answerAppError(new OutOfSpaceError(), language, reply);
  }
  if (error instanceof AppError) {
    logFault(error, request);
    return answerAppError(error, language, reply);
  }

  const status = error.statusCode ?? (isUnstorableText(error) ? 400 : 500);
  if (status < 500) {
    const key = isJsonSyntax(error)
      ? 'fields.invalid_json'
      : (FRAMEWORK_KEYS[status] ?? 'errors.bad_request');
    return reply.code(status).send({ detail: translate(language, key) });
  }
  request.log.error({ err: error }, 'Unexpected error');
  return reply.code(500).send({ detail: translate(language, 'errors.server') });
}

/** Expected errors are answers, but what somebody has to look after is said once. */
function logFault(error: AppError, request: FastifyRequest): void {
  if (error instanceof OutOfSpaceError) request.log.error({ alarm: 'disk-full' }, 'The disk is full');
  if (error instanceof UnavailableError)
    request.log.error({ err: error.cause ?? error }, 'Another system does not answer');
}

function answerAppError(error: AppError, language: Language, reply: FastifyReply): FastifyReply {
  const inWords = ({ key, params }: Message) => translate(language, key, params);
  const isTemporary =
    error instanceof RateLimitedError || error instanceof ConflictError || error instanceof ValidationError;
  if (isTemporary && error.retryAfterSeconds !== undefined)
    reply.header('retry-after', error.retryAfterSeconds);
  if (error instanceof ValidationError) {
    const fields = Object.entries(error.fields).map(([field, texts]) => [field, texts.map(inWords)]);
    return reply.code(400).send(Object.fromEntries(fields));
  }
  const current =
    error instanceof ConflictError && error.current !== undefined ? { current: error.current } : {};
  return reply.code(statusOf(error)).send({ detail: inWords(error.detail), ...current });
}

/** PostgreSQL holds no U+0000 in a text: input that reaches it with one is bad input. */
function isUnstorableText({ code }: FastifyError): boolean {
  return code === '22021';
}

function isJsonSyntax({ code }: FastifyError): boolean {
  return code === 'FST_ERR_CTP_INVALID_JSON_BODY';
}
