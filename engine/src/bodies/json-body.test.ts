import { expect, test, vi } from 'vitest';
import { mostInATurn } from '../testing/turns.ts';
import { MalformedJsonError } from './errors.ts';
import { readJson } from './json-body.ts';

const LIMITS = { depth: 20, parts: 5000 };
const MEGABYTE = 1024 * 1024;

test.each([
  '{"a":[1,"ş\\n"]}',
  'null',
  '"😀"',
  '{"constructor":1}',
  '\ufeff{"a":1}',
  JSON.stringify({ description: '\\"ş'.repeat(200_000), last: [true] }),
])('a body is what JSON.parse makes of it', async (json) => {
  expect(await readJson(Buffer.from(json), LIMITS)).toEqual(JSON.parse(json.replace('\ufeff', '')));
});

test.each([
  '{"a":',
  '{"__proto__":{"admin":true}}',
  '{"\\u005f\\u005fproto__":{"admin":true}}',
  '[{"a":{"constructor":{"prototype":{}}}}]',
  `{"description":"${'x'.repeat(MEGABYTE)}","__proto__":{}}`,
  `{"description":"${'x'.repeat(MEGABYTE)}"`,
  `{"description":"${'x'.repeat(MEGABYTE)}","a":${'['.repeat(21)}`,
])('invalid JSON and changes of a prototype are refused', async (json) => {
  await expect(readJson(Buffer.from(json), LIMITS)).rejects.toThrow(MalformedJsonError);
});

test('a large body is checked in slices and parsed in a turn of its own', async () => {
  const body = Buffer.from(`{"description":"${'x'.repeat(5 * MEGABYTE)}"}`);
  const most = await mostInATurn(async (count) => {
    const subarray = body.subarray.bind(body);
    vi.spyOn(body, 'subarray').mockImplementation((...range) => {
      const slice = subarray(...range);
      count(slice.length);
      return slice;
    });
    const parse = JSON.parse.bind(JSON);
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((text: string): unknown => {
      count(256 * 1024);
      return parse(text);
    });
    await readJson(body, LIMITS);
    count(256 * 1024);
    spy.mockRestore();
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(300 * 1024);
});
