import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../../../lib/api-error.ts';
import { createUploadPieces } from './upload-pieces.ts';

const answer = (status: number, data: unknown) =>
  new ApiError({ status, data, detail: null, fields: {}, retryAfterSeconds: null });

/** As a proxy answers, without JSON. */
const TOO_LARGE = answer(413, undefined);

const KIB = 1024;
const MIB = 1024 ** 2;

test('a file is sent whole until a piece is refused, then in halves down to 512 KiB', () => {
  const pieces = createUploadPieces();
  expect(pieces.bytes()).toBe(Number.POSITIVE_INFINITY);
  expect(pieces.judge(TOO_LARGE, 5 * MIB, false)).toBeNull();
  expect(pieces.bytes()).toBe(2.5 * MIB);
  for (const expected of [1.25 * MIB, 640 * KIB, 512 * KIB]) {
    expect(pieces.judge(TOO_LARGE, pieces.bytes(), false)).toBeNull();
    expect(pieces.bytes()).toBe(expected);
  }
  expect(pieces.judge(TOO_LARGE, pieces.bytes(), false)).toMatchObject({ bytes: 512 * KIB });
});

test('the first piece of a large file is smaller than 100 MB', () => {
  const pieces = createUploadPieces();
  pieces.judge(TOO_LARGE, 10 * 1024 * MIB, false);
  expect(pieces.bytes()).toBe(64 * MIB);
});

test.each([
  ['502 of a proxy', answer(502, undefined), MIB],
  ['cut connection', new NetworkError(), MIB],
  ['413 of the server', answer(413, { detail: 'Too large' }), Number.POSITIVE_INFINITY],
  ['503 of a proxy', answer(503, undefined), Number.POSITIVE_INFINITY],
])(
  'after a %s amid a file the failure is passed on, and later pieces have the size that follows',
  (_, failure, bytes) => {
    const pieces = createUploadPieces();
    expect(pieces.judge(failure, 2 * MIB, true)).toBe(failure);
    expect(pieces.bytes()).toBe(bytes);
  },
);

test('a proxy that answers 502 to the smallest piece is reported, and an interrupted connection is not', () => {
  const pieces = createUploadPieces();
  const failure = answer(502, undefined);
  expect(pieces.judge(failure, 512 * KIB, true)).toMatchObject({ bytes: 512 * KIB, cause: failure });
  expect(pieces.judge(failure, 512 * KIB, false)).toBe(failure);
  const cut = new NetworkError();
  expect(pieces.judge(cut, 512 * KIB, true)).toBe(cut);
});

test('a connection that breaks before a byte was sent does not make pieces smaller', () => {
  const pieces = createUploadPieces();
  pieces.judge(new NetworkError(), 2 * MIB, false);
  expect(pieces.bytes()).toBe(Number.POSITIVE_INFINITY);
});

test('the size of accepted pieces is remembered for a day, and nothing but that size and the time', () => {
  const pieces = createUploadPieces(() => 1000);
  pieces.judge(TOO_LARGE, 2 * MIB, false);
  expect(createUploadPieces(() => 1000).bytes()).toBe(Number.POSITIVE_INFINITY);
  pieces.passed();
  expect(localStorage.getItem('upload-pieces')).toBe(`${MIB} 1000`);
  expect(createUploadPieces(() => 2000).bytes()).toBe(MIB);
  expect(createUploadPieces(() => 1000 + 24 * 60 * 60 * 1000).bytes()).toBe(Number.POSITIVE_INFINITY);
});

test('an invalid stored value is no size', () => {
  for (const text of ['', 'x', '5', '1 1', '-1 2']) {
    localStorage.setItem('upload-pieces', text);
    expect(createUploadPieces(() => 1).bytes()).toBe(Number.POSITIVE_INFINITY);
  }
});
