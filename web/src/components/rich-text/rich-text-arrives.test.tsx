import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as code from './sanitize-html.ts';

const TEXT = '<p>The film with its jingle</p>';
let arrive: (() => void) | undefined;

// The code arrives when the test says so.
vi.mock('../../lib/code/load-code.ts', () => ({
  loadCode: () => new Promise((resolve) => (arrive = () => resolve(code))),
}));

let RichText: ComponentType<{ html: string; className?: string }>;
beforeEach(async () => {
  vi.resetModules();
  arrive = undefined;
  // As in the product: in an act environment React would render at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  ({ RichText } = await import('./RichText.tsx'));
});
afterEach(() => vi.unstubAllGlobals());

test('a text that waits for its code is shown once it is loaded', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(<RichText html={TEXT} />);
  await vi.waitFor(() => expect(arrive).toBeDefined());
  expect(container.textContent).toBe('');
  arrive?.();
  await vi.waitFor(() => expect(container.textContent).toBe('The film with its jingle'));
  root.unmount();
});

test("a rendered page keeps the server's very text, whatever is rendered again before and after the code is loaded", async () => {
  const recovered = vi.fn<(error: unknown) => void>();
  const complaint = vi.spyOn(console, 'error');
  const container = document.createElement('div');
  container.innerHTML = `<div data-size="md">${TEXT}</div>`;
  const paragraph = container.querySelector('p');
  const root = hydrateRoot(container, <RichText html={TEXT} />, { onRecoverableError: recovered });
  await vi.waitFor(() => expect(arrive).toBeDefined());
  root.render(<RichText html={TEXT} className="wide" />);
  await vi.waitFor(() => expect(container.querySelector('.wide')).not.toBeNull());
  expect(container.querySelector('p')).toBe(paragraph);
  arrive?.();
  root.render(<RichText html={TEXT} className="narrow" />);
  await vi.waitFor(() => expect(container.querySelector('.narrow')).not.toBeNull());
  expect(container.querySelector('p')).toBe(paragraph);
  root.render(<RichText html="<p>Another text</p>" />);
  await vi.waitFor(() => expect(container.textContent).toBe('Another text'));
  expect(recovered).not.toHaveBeenCalled();
  expect(complaint).not.toHaveBeenCalled();
  root.unmount();
  complaint.mockRestore();
});
