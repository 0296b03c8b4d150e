import { ValidationError } from '../../../errors.ts';

/** Too many failed logins: a 400 of the authentication API, with Retry-After (DECISIONS "Rate limits"). */
export class LockedOutError extends ValidationError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super({
      non_field_errors: { key: 'auth.too_many_login_attempts', params: { seconds: retryAfterSeconds } },
    });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
