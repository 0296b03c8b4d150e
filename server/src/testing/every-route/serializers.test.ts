import type { RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializerOf } from '@vitrin/engine/answers/serializer.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const schemas = new Map<string, z.ZodType>();
await sharedTestApp({}, { onRoute: remember });

function remember({ method, url, schema }: RouteOptions): void {
  for (const [status, answer] of Object.entries((schema?.response ?? {}) as Record<string, unknown>))
    if (answer instanceof z.ZodType) schemas.set(`${[method].flat().join()} ${url} ${status}`, answer);
}

test('an answer has no field that its schema does not name', () => {
  const part = z.object({ name: z.string() });
  const write = serializerOf(z.object({ id: z.int(), parts: z.array(part), owner: part.nullable() }));
  const row = { id: 1, password_hash: 'x', parts: [{ name: 'one', token: 'x' }], owner: null };
  expect(write(row)).toBe('{"id":1,"parts":[{"name":"one"}],"owner":null}');
  expect(() => write({ ...row, owner: { name: 'ada', token: 'x' } })).toThrow('#/properties/owner');
});

test('the answers of every route can be serialised, which Fastify would otherwise discover at the first answer', () => {
  expect(schemas.size).toBeGreaterThan(80);
  for (const [route, schema] of schemas) expect(() => serializerOf(schema), route).not.toThrow();
});
