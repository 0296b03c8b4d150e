import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { uploadFile } from '../../../test-kit/upload-file.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database/fresh-database.ts';
import { type SentSpan, startCollector } from '../testing/tracing/collector.ts';

const STRANGER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

let given: FreshDatabase;
let collector: Awaited<ReturnType<typeof startCollector>>;
let product: Product;
let exitCode: number | null;

/** A server that sends traces, the data that the tests read, and its stop, which sends the last spans. */
beforeAll(async () => {
  given = await freshDatabase();
  collector = await startCollector();
  product = await startProduct({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...(given.databaseUrl !== undefined && {
        DATABASE_URL: given.databaseUrl,
        SECRET_KEY: 't'.repeat(64),
      }),
    },
  });
  const freelancer = await registerFreelancer(product, 'wanderer');
  const work = { name: 'Secret lighthouse', description: 'quite private', customer_id: null };
  const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', work);
  const round = { version_number: '1.0', description: 'hidden', project: id };
  const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', round);
  const file = await uploadFile(freelancer, version.id, 'plain.txt', Buffer.from('plain words'));
  await freelancer.expectCall(204, 'DELETE', `/api/files/${file.id}/`);
  await freelancer.call('GET', '/api/projects/4711/', undefined, { traceparent: STRANGER });
  await freelancer.call('GET', '/api/projects/?search=whoever');
  await freelancer.call('GET', '/api/nowhere/private-path');
  const isDeleted = () => expect(product.log()).toMatch(/"kind":"delete-objects".*Job done/);
  await vi.waitFor(isDeleted, { timeout: 20_000, interval: 50 });
  exitCode = await product.stop();
});

afterAll(async () => {
  await product.remove();
  collector.close();
  await given.db.destroy();
  await given.dropDatabase();
});

function spanNamed(name: string): SentSpan {
  const span = collector.spans.find((each) => each.name === name);
  if (!span) throw new Error(`No span ${name} among ${collector.spans.map((each) => each.name).join(', ')}`);
  return span;
}

const attribute = ({ attributes }: SentSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value;
const below = ({ spanId }: SentSpan) =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
const logLines = () =>
  product
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('a trace leads from a request through its statements to the job that it enqueued', () => {
  const signup = spanNamed('POST /_allauth/browser/v1/auth/signup');
  expect(signup.kind).toBe(2);
  expect(signup.parentSpanId).toBeUndefined();
  expect(attribute(signup, 'http.response.status_code')).toEqual({ intValue: 401 });
  expect(below(signup)).toEqual(expect.arrayContaining(['insert users', 'insert jobs', 'job send-mail']));
  const job = spanNamed('job send-mail');
  expect(job).toMatchObject({ kind: 5, traceId: signup.traceId });
  expect(below(job)).toEqual(['delete jobs']);
});

test('operations of the file store are in it, below requests and below jobs', () => {
  expect(below(spanNamed('POST /api/files/'))).toContain('store write');
  const deleted = spanNamed('DELETE /api/files/:id/');
  const job = spanNamed('job delete-objects');
  expect(job).toMatchObject({ traceId: deleted.traceId, parentSpanId: deleted.spanId });
  expect(below(job)).toContain('store delete');
});

test('log lines of a request and of its job name the same request and trace', () => {
  const signup = spanNamed('POST /_allauth/browser/v1/auth/signup');
  const reqId = attribute(signup, 'vitrin.request_id')?.stringValue;
  const done = logLines().find(({ msg, kind }) => msg === 'Job done' && kind === 'send-mail');
  expect(done).toMatchObject({ reqId, trace_id: signup.traceId });
  const request = logLines().find(({ msg, url }) => msg === 'request' && String(url).endsWith('/signup'));
  expect(request).toMatchObject({ reqId, status: 401, trace_id: signup.traceId });
  expect(product.log()).not.toMatch(/"reqId".*"reqId"/);
});

test('work begun without a request is a trace of its own, and polling is none', () => {
  const alone = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  const names = new Set(alone.map(({ name }) => name));
  expect(names).toContain('job sweep-uploads');
  expect([...names].filter((name) => !/^(?:job|GET|HEAD|POST|DELETE) /.test(name))).toEqual([]);
});

test("a stranger's header is no parent, and mistakes of clients are no errors", () => {
  const missing = collector.spans.find(
    (span) => attribute(span, 'http.response.status_code')?.intValue === 404,
  );
  expect(missing?.parentSpanId).toBeUndefined();
  expect(missing?.status.code).toBe(0);
  expect(collector.texts.some((text) => text.includes('a'.repeat(32)))).toBe(false);
});

test.each([
  'wanderer',
  'lighthouse',
  'private',
  'hidden',
  'plain',
  'whoever',
  'petrol',
  '/4711',
  '127.0.0.1',
  'where ',
])('no span holds user input, an address or a statement: %s', (word) => {
  expect(collector.texts.some((text) => text.includes(word))).toBe(false);
});

test('the server stops as it does without traces', () => {
  expect(exitCode).toBe(0);
});
