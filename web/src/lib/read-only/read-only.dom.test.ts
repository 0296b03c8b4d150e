import { QueryClient, MutationObserver as Mutation } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { ApiError } from '../api-error.ts';
import { followRefusals } from './follow-refusals.ts';

const CONFIG = 'GET /api/_allauth/browser/v1/config';
let state: string | null = 'maintenance';

const bars = () => [...document.querySelectorAll('.read-only-bar')];
const text = () => bars()[0]?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  state = 'maintenance';
  fakeServer({
    [CONFIG]: () => {
      const headers: Record<string, string> = state === null ? {} : { 'vitrin-read-only': state };
      return { body: {}, headers };
    },
  });
});
afterEach(async () => {
  state = null;
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  document.documentElement.lang = 'en';
});

async function fail(client: QueryClient, data: unknown): Promise<void> {
  const error = new ApiError({ status: 503, detail: 'x', fields: {}, retryAfterSeconds: 30, data });
  const mutation = new Mutation(client, { mutationFn: () => Promise.reject(error) });
  await mutation.mutate().catch(() => {});
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(50);
}

test("the first refusal shows the bar in the page's language, and it is removed once writes succeed", async () => {
  const client = new QueryClient();
  const stop = followRefusals(client);
  await fail(client, { detail: 'The provider of payments is away' });
  expect(bars()).toHaveLength(0);
  await fail(client, { detail: 'x', code: 'read_only' });
  await fail(client, { detail: 'x', code: 'read_only' });
  expect(bars()).toHaveLength(1);
  expect(text()).toContain('view and download everything');
  document.documentElement.lang = 'tr';
  await vi.advanceTimersByTimeAsync(0);
  expect(text()).toContain('görüp indirebilirsiniz');
  state = 'moved';
  await vi.advanceTimersByTimeAsync(5000);
  expect(text()).toBe('Burası taşındı. Lütfen birazdan sayfayı yenileyin.');
  state = null;
  await vi.advanceTimersByTimeAsync(5000);
  expect(text()).toBe('Yeniden değişiklik yapabilirsiniz.');
  await vi.advanceTimersByTimeAsync(6000);
  expect(bars()).toHaveLength(0);
  stop();
});
