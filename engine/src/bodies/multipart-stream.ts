import { MalformedFormError } from './errors.ts';
import { createMultipartReader, type MultipartReader } from './multipart-reader.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 50;

type MultipartPart = {
  name: string;
  filename: string | undefined;
  /** Offset of its first byte in the request's body. */
  position: number;
  /** Must be read to the end before the next part is asked for. */
  body: AsyncGenerator<Buffer, void>;
};

export function multipartBoundary(contentType: string): string | undefined {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(
    contentType,
  );
  return match?.[1] ?? match?.[2];
}

/** Length of what browsers write after the last part. */
export function closingLength(boundary: string): number {
  return '\r\n--'.length + boundary.length + '--\r\n'.length;
}

/**
 * Yields the parts of a multipart body as they arrive (RFC 7578), with one chunk in memory. Unlike event-based parsers
 * it tells at the beginning of a file how many bytes follow, which exact reservations need. Throws MalformedFormError.
 */
export async function* readMultipart(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<MultipartPart, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const reader = createMultipartReader(source);
  try {
    await reader.skipTo(delimiter);
    for (let count = 0; ; count += 1) {
      if ((await reader.take(2)).equals(Buffer.from('--'))) return await reader.skipEpilogue();
      if (count === MAX_PARTS) throw new MalformedFormError('it has too many parts');
      reader.putBack(2);
      const headers = await readHeaders(reader);
      const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers)?.[1];
      if (disposition === undefined) throw new MalformedFormError('a part is no form data');
      const parameters = parametersOf(disposition);
      const body = reader.until(delimiter);
      yield {
        name: parameters.get('name') ?? '',
        filename: parameters.get('filename'),
        position: reader.position(),
        body,
      };
      for await (const _rest of body) void _rest;
    }
  } finally {
    await reader.leave();
  }
}

async function readHeaders(reader: MultipartReader): Promise<string> {
  const block: Buffer[] = [];
  let length = 0;
  for await (const piece of reader.until(Buffer.from('\r\n\r\n'))) {
    length += piece.length;
    if (length > MAX_HEADER_BYTES) throw new MalformedFormError('a part has too long headers');
    block.push(Buffer.from(piece));
  }
  return Buffer.concat(block).toString('utf8');
}

/** `name`, `filename` (where browsers encode quotes and line breaks as %22, %0D, %0A) and RFC 5987 `filename*`. */
function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain] of disposition.matchAll(
    /;\s*([\w-]+\*?)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  )) {
    const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain ?? '';
    parameters.set(
      name.toLowerCase(),
      value.replaceAll(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape)),
    );
  }
  const extended = /^utf-8'[^']*'(.+)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  if (extended !== undefined) parameters.set('filename', decoded(extended));
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name with a broken encoding is used as it is.
    return text;
  }
}
