/** The form is cut off, malformed, has too many parts or headers, or continues after its last part. */
export class MalformedFormError extends Error {
  override readonly name = 'MalformedFormError';
}

/** The text is no JSON, exceeds the limits, or would change the prototype of an object. */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError';
}

export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';
}
