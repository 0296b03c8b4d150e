import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MalformedFormError } from './errors.ts';
import { closingLength, multipartBoundary, readMultipart } from './multipart-stream.ts';

const BOUNDARY = '----formdata-0123';

type Field = { name: string; filename?: string; bytes: Buffer };

function bodyOf(fields: Field[]): Buffer {
  const pieces = fields.flatMap(({ name, filename, bytes }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/png`),
    Buffer.from('\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Makes a chunk unusable once the next one is requested, as with the bytes of a request. */
async function* inChunks(body: Buffer, size: number) {
  for (let start = 0; start < body.length; start += size) {
    const chunk = Buffer.from(body.subarray(start, start + size));
    yield chunk;
    chunk.fill('-');
  }
}

async function readAll(source: AsyncIterable<Buffer>) {
  const fields: (Field & { position: number })[] = [];
  for await (const { name, filename, position, body } of readMultipart(source, BOUNDARY)) {
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece));
    fields.push({
      name,
      ...(filename !== undefined && { filename }),
      position,
      bytes: Buffer.concat(pieces),
    });
  }
  return fields;
}

test('returns every part, however the bytes arrive', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    // Texts that resemble the boundary.
    fc
      .array(fc.constantFrom('\r', '\n', '\r\n', '--', `--${BOUNDARY}`, `\r\n--${BOUNDARY.slice(0, 9)}`, 'x'))
      .map((parts) => Buffer.from(parts.join('')))
      // A client chooses a boundary that does not occur in what it sends (RFC 2046, 5.1.1).
      .filter((content) => !content.includes(`\r\n--${BOUNDARY}`)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(bytes, { maxLength: 4 }),
      fc.integer({ min: 1, max: 400 }),
      async (contents, size) => {
        const fields = contents.map((content, index) => ({
          name: `f${index}`,
          filename: `${index}.bin`,
          bytes: content,
        }));
        const body = bodyOf(fields);
        const read = await readAll(inChunks(body, size));
        expect(read).toMatchObject(fields);
        const last = read.at(-1);
        if (last) expect(body.length - last.position - closingLength(BOUNDARY)).toBe(last.bytes.length);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['a preamble', 'This is a message of several parts.\r\n'],
  ['an empty line', '\r\n'],
])('%s before the first part is passed over', async (_, before) => {
  const fields = [{ name: 'version', bytes: Buffer.from('1') }];
  for (const size of [1, 5, 1000])
    expect(await readAll(inChunks(Buffer.concat([Buffer.from(before), bodyOf(fields)]), size))).toMatchObject(
      fields,
    );
});

test('the boundary is found after many repetitions of its beginning', async () => {
  const bytes = Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(100));
  const fields = [
    { name: 'file', filename: 'a.bin', bytes },
    { name: 'version', bytes: Buffer.from('1') },
  ];
  for (const size of [50, 10_000])
    expect(await readAll(inChunks(bodyOf(fields), size))).toMatchObject(fields);
});

test('a chunk that ends like the beginning of a boundary is continued in the next one', async () => {
  const SIZE = 100_000;
  const pretend = `\r\n--${BOUNDARY.slice(0, -1)}`;
  const chunk = () => Buffer.concat([Buffer.alloc(SIZE - pretend.length, 'x'), Buffer.from(pretend)]);
  const chunks = [chunk(), chunk(), chunk()];
  const ends = bodyOf([{ name: 'file', filename: 'a.bin', bytes: Buffer.alloc(0) }]);
  const head = ends.indexOf('\r\n\r\n') + 4;
  const source = async function* () {
    yield ends.subarray(0, head);
    yield* chunks;
    yield ends.subarray(head);
  };
  let uncopied = 0;
  let length = 0;
  for await (const { body } of readMultipart(source(), BOUNDARY))
    for await (const piece of body) {
      length += piece.length;
      if (chunks.some(({ buffer }) => buffer === piece.buffer)) uncopied += piece.length;
    }
  expect(length).toBe(3 * SIZE);
  expect(length - uncopied).toBeLessThan(1000);
});

test('bytes after the last part are ignored', async () => {
  const fields = [{ name: 'version', bytes: Buffer.from('1') }];
  const body = Buffer.concat([bodyOf(fields), Buffer.from('nobody reads this')]);
  for (const size of [1, 5, 1000]) expect(await readAll(inChunks(body, size))).toMatchObject(fields);
});

test('a body that does not end after its last part is refused, whether more comes or not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const body = bodyOf([{ name: 'version', bytes: Buffer.from('1') }]);
  const endless = async function* () {
    yield body;
    for (;;) yield Buffer.alloc(1000);
  };
  await expect(readAll(endless())).rejects.toBeInstanceOf(MalformedFormError);
  const left = Promise.withResolvers<void>();
  const more = Promise.withResolvers<void>();
  const silent = async function* () {
    try {
      yield body;
      await more.promise;
      yield Buffer.from('late');
    } finally {
      left.resolve();
    }
  };
  const refusal = readAll(silent()).catch((error: unknown) => error);
  while (vi.getTimerCount() === 0) await nextTurn();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await refusal).toBeInstanceOf(MalformedFormError);
  more.resolve();
  await left.promise;
});

test('a body that is cut off anywhere is refused', async () => {
  const body = bodyOf([
    { name: 'version', bytes: Buffer.from('1') },
    { name: 'file', filename: 'a.bin', bytes: Buffer.from('0123456789') },
  ]);
  // The last line break may be missing.
  for (let length = 0; length < body.length - 2; length += 1) {
    await expect(readAll(inChunks(body.subarray(0, length), 7))).rejects.toBeInstanceOf(MalformedFormError);
  }
});

test.each([
  ['"Şirket 🎬.mp4"', 'Şirket 🎬.mp4'],
  ['"say %22hi%22.txt"', 'say "hi".txt'],
  [String.raw`"say \"hi\".txt"`, 'say "hi".txt'],
  [`"x.txt"; filename*=UTF-8''%C5%9E.txt`, 'Ş.txt'],
  ['plain.txt', 'plain.txt'],
  ['""', ''],
])('reads the name %s', async (written, name) => {
  const body = `--${BOUNDARY}\r\ncontent-disposition: form-data; name=file; filename=${written}\r\n\r\nx\r\n--${BOUNDARY}--`;
  expect(await readAll(inChunks(Buffer.from(body), 50))).toMatchObject([{ name: 'file', filename: name }]);
});

test.each([
  ['no headers', `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--`],
  ['no form data', `--${BOUNDARY}\r\ncontent-type: text/plain\r\n\r\nx\r\n--${BOUNDARY}--`],
  ['endless headers', `--${BOUNDARY}\r\nx: ${'y'.repeat(20_000)}\r\n\r\nx\r\n--${BOUNDARY}--`],
  ['no boundary at all', 'hello'],
])('refuses a body with %s', async (_, body) => {
  await expect(readAll(inChunks(Buffer.from(body), 64))).rejects.toBeInstanceOf(MalformedFormError);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
  ['Multipart/Form-Data;boundary=abc', 'abc'],
  ['multipart/form-data', undefined],
  ['application/json', undefined],
])('the boundary of %s', (contentType, boundary) => {
  expect(multipartBoundary(contentType)).toBe(boundary);
});
