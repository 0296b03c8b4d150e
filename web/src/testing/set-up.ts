import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';

// A screen's code is loaded when it is first drawn, which takes more than the default second on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

/** Adds browser features that Mantine needs and jsdom lacks. */
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }),
});

class QuietResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = QuietResizeObserver;

class QuietIntersectionObserver extends QuietResizeObserver implements IntersectionObserver {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  takeRecords() {
    return [];
  }
}
window.IntersectionObserver = QuietIntersectionObserver;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
// jsdom lays nothing out: nothing lies under a point.
document.elementsFromPoint = () => [];

// The next test, even of another file, runs in the same page and would see the leftovers of this one.
afterEach(() => {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  queryClient.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
  // jsdom has no passkeys.
  Reflect.deleteProperty(navigator, 'credentials');
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
