import { expect, test } from 'vitest';
import { holdFocus } from './hold-focus.ts';

test('a lost focus goes to the heading of the screen, any other stays', () => {
  document.body.innerHTML = '<main><h1>Campaign</h1><button>Add</button></main>';
  const button = document.querySelector('button');
  button?.focus();
  holdFocus();
  expect(document.activeElement).toBe(button);
  button?.remove();
  holdFocus();
  expect(document.activeElement?.textContent).toBe('Campaign');
});
