/** A form that is cut off, is no multipart, has too many parts or headers, or does not end after its last part. */
export class MalformedFormError extends Error {
  override readonly name = 'MalformedFormError';
}

/** A text that is no JSON, is more intricate than its limits allow, or would change the prototype of an object. */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError';
}

/** The connection broke while the body was being read. */
export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';
}
