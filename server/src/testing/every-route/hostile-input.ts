/** Input of broken or malicious clients; each list is tried on every route. */
export const BAD_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483648',
  '99999999999999999999',
  'abc',
  '%00',
  '%F0%9F%92%A9',
  '%E0%A4%A',
  '1%20or%201=1',
  '..%2F..%2Fetc',
  'x'.repeat(3000),
];

const LONG = 'x'.repeat(10_000);

export const BAD_QUERIES = [
  'page=%00',
  'page=-1',
  'page=1e9',
  'page=1&page=2',
  'page[]=1',
  'limit=0',
  'limit=-5',
  'limit=99999999999',

  'project=abc',
  'project=99999999999',
  'project=1&project=2',
  'version=%00',
  'version=-1',
  'version=1&version=2',

  'token=%00',
  `token=${LONG}`,
  'key=%F0%9F',
  'key=a&key=b',
  'search=%00',
  `search=${LONG}`,
  'search=%25_%5C',
  'sort=password_hash',
  'status=nonsense',
  'days=abc',
  '__proto__[x]=1',
  '%E0%A4%A',
  '=',
  '&&&',
];

/** Queries that are refused, if at all, before a route reads them. */
export const BROKEN_QUERIES = ['page=%00', `token=${LONG}`, '__proto__[x]=1', '%E0%A4%A', '&&&'];

/** Values for each property of a body, tried one after the other. */
export const BAD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2_147_483_648,
  99_999_999_999,
  '',
  ' ',
  'abc',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  'x'.repeat(300_000),
  [],
  [1],
  [[]],
  {},
  { a: 1 },
  { length: 1 },
  { toString: 'x' },
];

/** Values on which databases differ: sizes of numbers, and characters that PostgreSQL does not store. */
export const BAD_COLUMN_VALUES: readonly unknown[] = [
  null,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  99_999_999_999,
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(300_000),
];

/** Bodies of JSON that no route may accept. */
export const BROKEN_JSON = [
  '{',
  '{"a":',
  '[1,',
  'nonsense',
  '"',
  '{"a":1}}',
  '\u0000',
  '{"name":"\\ud8',
  'NaN',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":1}}',
  '['.repeat(100_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
];

/** JSON that only some routes accept. */
export const BAD_JSON = ['null', '[]', '[{}]', '"text"', '1', 'true', '{}', '{"unknown":1}'];

const CUT_OFF_PART = '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\ncut off';
const PART_WITHOUT_NAME = '--b\r\ncontent-disposition: form-data\r\n\r\nno name\r\n--b--\r\n';

/** Content type and body. */
export const BAD_BODIES: readonly [string, string][] = [
  ['text/plain', '{}'],
  ['text/xml', '<a/>'],
  ['application/x-www-form-urlencoded', 'a=1'],
  ['application/octet-stream', '\u0000\u0001'],
  ['application/offset+octet-stream', 'abc'],
  ['application/json; charset=utf-16', '{}'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=b', 'no part'],
  ['multipart/form-data; boundary=b', CUT_OFF_PART],
  ['multipart/form-data; boundary=b', PART_WITHOUT_NAME],
  ['nonsense', 'x'],
];

export const ODD_FILE_NAMES = [
  '',
  '.',
  '..',
  '../../etc/passwd',
  '..\\\\..\\\\win.ini',
  'a\u0001b',
  'CON',
  'a/b',
  'a;b',
  '\u202egnp.exe',
  '💥'.repeat(100),
  'x'.repeat(5000),
  "'; drop table files; --",
  'İstanbul ığüşöç.png',
];

/** `{"detail"}`, `{"field": ["..."]}` (specification 10.1), or the authentication API's `{status, ...}` (specification 4.1). */
export function isErrorBody(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  if ('detail' in body) return typeof body.detail === 'string';
  if ('status' in body && typeof body.status === 'number') return true;
  const fields = Object.values(body);
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');
  return fields.length > 0 && fields.every(isTexts);
}
