import { expect, test, vi } from 'vitest';
import { holdFocus } from './hold-focus.ts';

test('a lost focus goes to the heading of the screen, any other stays', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main><h1>Campaign</h1><button>Add</button></main>';
  const button = document.querySelector('button');
  button?.focus();
  holdFocus();
  vi.runAllTimers();
  expect(document.activeElement).toBe(button);
  // A dialog that still holds the focus is taken out of the page a moment later.
  holdFocus();
  button?.remove();
  vi.runAllTimers();
  expect(document.activeElement?.textContent).toBe('Campaign');
  vi.useRealTimers();
});
