import type { PlanLacks } from '@vitrin/shared/contract/capabilities.ts';
import type { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { MessageKey } from './i18n/messages.ts';

type MessageParams = Record<string, string | number>;

export type Message = { key: MessageKey; params?: MessageParams };

/** Expected refusals. Services throw them; http/refusals/errors.ts puts them into words. */
export abstract class AppError extends Error {
  abstract readonly statusCode: number;
  readonly detail: Message;

  constructor(key: MessageKey, params?: MessageParams) {
    super(key);
    this.name = new.target.name;
    this.detail = { key, ...(params && { params }) };
  }
}

const withStatus = (status: number) =>
  class extends AppError {
    readonly statusCode = status;
  };

const saying = (status: number, key: MessageKey) =>
  class extends withStatus(status) {
    constructor() {
      super(key);
    }
  };

const askingToWait = (status: number) =>
  class extends withStatus(status) {
    readonly retryAfterSeconds: number;

    constructor(retryAfterSeconds: number) {
      super('errors.try_again_in', { seconds: retryAfterSeconds });
      this.retryAfterSeconds = retryAfterSeconds;
    }
  };

/** The thing does not exist, or this user may not know of it. */
export class NotFoundError extends withStatus(404) {
  constructor(key: MessageKey = 'errors.not_found') {
    super(key);
  }
}

/** The user may see the thing, but not do this. */
export class ForbiddenError extends withStatus(403) {
  constructor(key: MessageKey = 'errors.not_authorized') {
    super(key);
  }
}

export class UnauthenticatedError extends saying(401, 'errors.session_expired') {}

export class InvalidTokenError extends saying(401, 'auth.invalid_token') {}

/** The token does not open this; `scopes` are those that do, none where no token does. */
export class TokenScopeError extends withStatus(403) {
  /** Sent in the answer, so that programs can distinguish this refusal. */
  readonly code = 'token_scope';
  readonly scopes: readonly TokenScope[];

  constructor(key: MessageKey, scopes: readonly TokenScope[]) {
    super(key);
    this.scopes = scopes;
  }
}

/** Refuses what a freelancer may not do or see in a view as client (specification 9.13). */
export class ClientViewError extends withStatus(403) {
  readonly code = 'view_as_client';
}

/** Refuses to hand the account over when the session's last sign-in or confirmation is too old (specification 3.19). */
export class ReauthenticationError extends saying(403, 'auth.reauthenticate') {
  /** In the answer, so that a program asks for a proof and sends the request again. */
  readonly code = 'reauthenticate';
}

/** A freelancer has no second step at login where the owner of the installation requires one (specification 3.20). */
export class SecondStepError extends saying(403, 'auth.second_step_required') {
  /** In the answer, so that the web app leads to where one is set up. */
  readonly code = 'second_step_required';
}

/** The plan of the account lacks an ability; `plans` are those that have it (specification 7.12). */
export class PlanLacksError extends withStatus(403) {
  readonly code: PlanLacks['code'] = 'plan_lacks';
  readonly capability: PlanLacks['capability'];
  readonly plans: PlanLacks['plans'];

  constructor(capability: PlanLacks['capability'], plans: PlanLacks['plans']) {
    const names = plans.map(({ name }) => name).join(', ');
    if (names === '') super('plans.no_plan_has');
    else super('plans.lacks', { plans: names });
    this.capability = capability;
    this.plans = plans;
  }
}

/** Wrong input, by field (`non_field_errors` for the whole). */
export class ValidationError extends withStatus(400) {
  readonly fields: Record<string, Message[]>;
  /** Seconds after which the same input may be accepted; undefined when waiting does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(fields: Record<string, MessageKey | Message>, retryAfterSeconds?: number) {
    super('errors.check_form');
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = Object.fromEntries(
      Object.entries(fields).map(([field, text]) => [
        field,
        [typeof text === 'string' ? { key: text } : text],
      ]),
    );
  }
}

export class BadRequestError extends withStatus(400) {}

/** A body that is no JSON, is too intricate, or would change the prototype of an object. */
export class InvalidJsonError extends saying(400, 'fields.invalid_json') {}

export class MethodNotAllowedError extends saying(405, 'errors.method_not_allowed') {}

/** The request contradicts the current state; `current` is the object as it is now (specification 5.6). */
export class ConflictError extends withStatus(409) {
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    key: MessageKey,
    {
      current,
      retryAfterSeconds,
      params,
    }: { current?: unknown; retryAfterSeconds?: number; params?: MessageParams } = {},
  ) {
    super(key, params);
    this.current = current;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class ConnectionBrokenError extends saying(400, 'errors.connection_broken') {}

export class QuotaExceededError extends withStatus(403) {}

/** There are as many of these as there may be under any plan. */
export class CountExceededError extends withStatus(400) {}

export class StorageExceededError extends withStatus(400) {}

/** The upload is larger than MAX_UPLOAD_MB, or the body than its route takes. */
export class PayloadTooLargeError extends withStatus(413) {}

export class PaymentRequiredError extends withStatus(402) {}

/** The thing existed and is over, such as an expired upload. */
export class GoneError extends withStatus(410) {}

/** Used invitation; it names the account that it was for, since only its holder can ask. */
export class UsedInvitationError extends saying(410, 'auth.invitation_used') {
  readonly username: string;

  constructor(username: string) {
    super();
    this.username = username;
  }
}

export class OutOfSpaceError extends saying(507, 'errors.out_of_space') {}

/** Another system (payments, storage, identity) does not answer. */
export class UnavailableError extends withStatus(503) {}

/** The database or the file store does not answer; a retry a moment later finds everything unchanged. */
export class AwayError extends UnavailableError {
  readonly retryAfterSeconds = 5;

  constructor(detail: 'errors.database_away' | 'files.storage_away', cause: unknown) {
    super(detail);
    this.cause = cause;
  }
}

/** Writes are refused at present; reads work (specification 12.8). */
export class ReadOnlyError extends withStatus(503) {
  readonly code = 'read_only';
  readonly retryAfterSeconds = 10;

  constructor(reason: 'maintenance' | 'move' | 'moved') {
    super(reason === 'moved' ? 'errors.moved' : 'errors.read_only');
  }
}

export class OverloadedError extends askingToWait(503) {}

export class RateLimitedError extends askingToWait(429) {}

/** A configuration that cannot work. The message is one sentence that names the variable; the start ends with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
