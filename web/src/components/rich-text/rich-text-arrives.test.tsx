import { Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import * as code from './sanitize-html.ts';
import { RichText } from './RichText.tsx';

// The code arrives a few microtasks after it was requested, while React still suspends.
vi.mock('../../lib/code/load-code.ts', () => ({ loadCode: () => Promise.resolve(code) }));

test('a text that waits for its code continues once it is loaded, and nothing is rendered again', async () => {
  // As in the product: in an act environment React would render at once and never suspend.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const recovered = vi.fn<(error: unknown) => void>();
  const complaint = vi.spyOn(console, 'error');
  const container = document.createElement('div');
  const root = createRoot(container, { onRecoverableError: recovered });
  startTransition(() =>
    root.render(
      <Suspense fallback="…">
        <RichText html="<p>The film with its jingle</p>" />
      </Suspense>,
    ),
  );
  await vi.waitFor(() => expect(container.textContent).toBe('The film with its jingle'));
  expect(recovered).not.toHaveBeenCalled();
  expect(complaint).not.toHaveBeenCalled();
  root.unmount();
  vi.unstubAllGlobals();
  complaint.mockRestore();
});
