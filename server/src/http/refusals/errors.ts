import { TooManyWaitingError } from '@vitrin/engine/slots/errors.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Language } from '@vitrin/shared/contract/users.ts';
import {
  AppError,
  AwayError,
  ClientViewError,
  ConflictError,
  ConnectionBrokenError,
  type Message,
  NotFoundError,
  OutOfSpaceError,
  OverloadedError,
  PlanLacksError,
  ReadOnlyError,
  RateLimitedError,
  ReauthenticationError,
  SecondStepError,
  TokenScopeError,
  UnavailableError,
  UsedInvitationError,
  ValidationError,
} from '../../errors.ts';
import { isDatabaseAway, isDatabaseFull, isRefusedWrite } from '@vitrin/engine/sql/errors.ts';
import { isReadOnlyRefusal } from '../../database/read-only/refusal.ts';
import { type MessageKey, translate } from '../../i18n/messages.ts';
import { refusalOfBody } from './body-refusals.ts';
import { inputErrors } from './input-errors.ts';

const FRAMEWORK_KEYS: Record<number, MessageKey> = {
  400: 'errors.bad_request',
  404: 'errors.not_found',
  413: 'errors.body_too_large',
  415: 'errors.unsupported_media_type',
};

export type PassOn = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns true if a read had to prolong its session in a process that only reads: nothing was done yet. */
function isUnwritten(error: Error, { method }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (isRefusedWrite(error) || isRefusedWrite(error.cause));
}

/** Turns every error into `{"detail"}` or `{"field": [...]}` in the request's language (specification 10.1). */
export function answerErrors(app: FastifyInstance, passOn?: PassOn): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (!passOn || !isUnwritten(error, request)) return answerError(error, request, reply);
    reply.hijack();
    passOn(request.raw, reply.raw);
    return reply;
  });
  app.setNotFoundHandler((request, reply) => answerError(new NotFoundError(), request, reply));
}

function answerError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { language } = request;
  if (error instanceof TooManyWaitingError)
    return answerAppError(new RateLimitedError(error.retryAfterSeconds), language, reply);
  const ofBody = refusalOfBody(error);
  if (ofBody) return answerAppError(ofBody, language, reply);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const isAddress = error.validationContext === 'params';
    if (isAddress) return answerError(new NotFoundError(), request, reply);
    return reply.code(400).send(inputErrors(error.validation, language));
  }
  if (isDatabaseFull(error)) {
    request.log.error(
      { reqId: request.id, err: error, alarm: 'database-full' },
      'The database has no room left',
    );
    return answerAppError(new OutOfSpaceError(), language, reply);
  }
  // The owner made it read only a moment ago, which this server has not heard of yet.
  if (isReadOnlyRefusal(error)) return answerAppError(new ReadOnlyError('maintenance'), language, reply);
  if (error === request.raw.errored) return answerAppError(new ConnectionBrokenError(), language, reply);
  if (isDatabaseAway(error)) return answerError(new AwayError('errors.database_away', error), request, reply);
  if (error instanceof AppError) {
    logFault(error, request);
    return answerAppError(error, language, reply);
  }

  const status = frameworkStatus(error) ?? (isUnstorableText(error) ? 400 : 500);
  if (status < 500) {
    const key = FRAMEWORK_KEYS[status] ?? 'errors.bad_request';
    return reply.code(status).send({ detail: translate(language, key) });
  }
  request.log.error({ reqId: request.id, err: error }, 'Unexpected error');
  return reply.code(500).send({ detail: translate(language, 'errors.server') });
}

/** Expected errors are answers and not logged, except for those that the owner of the installation has to act on. */
function logFault(error: AppError, request: FastifyRequest): void {
  if (error instanceof OutOfSpaceError)
    request.log.error({ reqId: request.id, alarm: 'disk-full' }, 'The disk is full');
  if (error instanceof UnavailableError)
    request.log.error({ reqId: request.id, err: error.cause ?? error }, 'Another system does not answer');
}

function answerAppError(error: AppError, language: Language, reply: FastifyReply): FastifyReply {
  const inWords = ({ key, params }: Message) => translate(language, key, params);
  const isTemporary =
    error instanceof RateLimitedError ||
    error instanceof OverloadedError ||
    error instanceof ReadOnlyError ||
    error instanceof AwayError ||
    error instanceof ConflictError ||
    error instanceof ValidationError;
  if (isTemporary && error.retryAfterSeconds !== undefined)
    reply.header('retry-after', error.retryAfterSeconds);
  if (error instanceof ValidationError) {
    const fields = Object.entries(error.fields).map(([field, texts]) => [field, texts.map(inWords)]);
    return reply.code(error.statusCode).send(Object.fromEntries(fields));
  }
  const current =
    error instanceof ConflictError && error.current !== undefined ? { current: error.current } : {};
  const hasCode =
    error instanceof ClientViewError ||
    error instanceof PlanLacksError ||
    error instanceof ReadOnlyError ||
    error instanceof ReauthenticationError ||
    error instanceof SecondStepError ||
    error instanceof TokenScopeError;
  const code = hasCode ? { code: error.code } : {};
  const lacking = error instanceof PlanLacksError ? { capability: error.capability, plans: error.plans } : {};
  const scopes = error instanceof TokenScopeError ? { scopes: error.scopes } : {};
  const username = error instanceof UsedInvitationError ? { username: error.username } : {};
  return reply
    .code(error.statusCode)
    .send({ detail: inWords(error.detail), ...code, ...lacking, ...scopes, ...current, ...username });
}

/** Returns the status of Fastify (FST_...) and static files (`expose`); other libraries report the status that they got. */
function frameworkStatus({
  code,
  expose,
  statusCode,
}: FastifyError & { expose?: boolean }): number | undefined {
  return expose === true || code?.startsWith('FST_') ? statusCode : undefined;
}

/** PostgreSQL stores no U+0000 in a text, so input that reaches it with one is bad input. */
function isUnstorableText({ code }: FastifyError): boolean {
  return code === '22021';
}
