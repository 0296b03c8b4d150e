/** Wait when a 429 does not say how long (specification 10.2). */
const DEFAULT_RETRY_AFTER_SECONDS = 30;

/** An answer of the server that is no success. Has no words of its own: screens choose them. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's sentence in the reader's language, if it sent one. */
  readonly detail: string | null;
  /** Field name to messages; empty when the error is about no field. */
  readonly fields: Record<string, string[]>;
  /** Seconds to wait: always for 429, else where the server gives them (login lock-out, a zip being prepared). */
  readonly retryAfterSeconds: number | null;
  /** The whole parsed body. */
  readonly data: unknown;

  constructor(parts: Pick<ApiError, 'status' | 'detail' | 'fields' | 'retryAfterSeconds' | 'data'>) {
    super(parts.detail ?? `The server answered ${parts.status}`);
    this.name = 'ApiError';
    this.status = parts.status;
    this.detail = parts.detail;
    this.fields = parts.fields;
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.data = parts.data;
  }
}

/** There was no answer: offline, server down, request aborted. */
export class NetworkError extends Error {
  constructor(options?: ErrorOptions) {
    super('No answer from the server', options);
    this.name = 'NetworkError';
  }
}

/** The browser refuses our cookies, so no call that changes something is possible. */
export class CookiesRefusedError extends Error {
  override name = 'CookiesRefusedError';
}

/** Reads both shapes: `{detail}` or `{field: [..]}`, and the auth API's `{errors: [{message, code, param?}]}`. */
export function toApiError(response: Response, body: unknown): ApiError {
  const { detail, fields } = readBody(body);
  return new ApiError({
    status: response.status,
    detail,
    fields,
    retryAfterSeconds: retryAfterOf(response),
    data: body,
  });
}

function readBody(body: unknown): { detail: string | null; fields: Record<string, string[]> } {
  if (typeof body !== 'object' || body === null) return { detail: null, fields: {} };
  if ('errors' in body && Array.isArray(body.errors)) return readAuthErrors(body.errors);
  const fields: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(body)) {
    if (Array.isArray(messages) && messages.every((message) => typeof message === 'string')) {
      fields[name] = messages;
    }
  }
  const detail = 'detail' in body && typeof body.detail === 'string' ? body.detail : null;
  return { detail: detail ?? fields['non_field_errors']?.[0] ?? null, fields };
}

function readAuthErrors(errors: unknown[]): { detail: string | null; fields: Record<string, string[]> } {
  const fields: Record<string, string[]> = {};
  let detail: string | null = null;
  for (const error of errors) {
    if (typeof error !== 'object' || error === null || !('message' in error)) continue;
    if (typeof error.message !== 'string') continue;
    detail ??= error.message;
    const param = 'param' in error && typeof error.param === 'string' ? error.param : 'non_field_errors';
    (fields[param] ??= []).push(error.message);
  }
  return { detail, fields };
}

function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (response.status !== 429 && header === null) return null;
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds > 0
    ? Math.ceil(seconds)
    : DEFAULT_RETRY_AFTER_SECONDS;
}
