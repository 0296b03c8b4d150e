import { type AppError, BadRequestError, ConnectionBrokenError, InvalidJsonError } from '../../errors.ts';
import { BrokenBodyError, MalformedFormError, MalformedJsonError } from '@vitrin/engine/bodies/errors.ts';

/** The refusal that answers an error that comes with reading a body; undefined for any other error. */
export function refusalOfBody(error: unknown): AppError | undefined {
  if (error instanceof MalformedFormError) return new BadRequestError('errors.bad_request');
  if (error instanceof MalformedJsonError) return new InvalidJsonError();
  if (error instanceof BrokenBodyError) return new ConnectionBrokenError();
  return undefined;
}
