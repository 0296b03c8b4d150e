import { afterEach, expect, test, vi } from 'vitest';
import { repeatEarlyInput } from './early-input.ts';

afterEach(() => {
  document.body.replaceChildren();
  globalThis.earlyInput = undefined;
});

test('what was clicked and chosen early happens once, and not where its element is gone', () => {
  document.body.innerHTML = '<button>Add</button><input type="file"><button>Gone</button>';
  const [add, files, gone] = document.body.children;
  const happened = vi.fn<(text: string | null) => void>();
  for (const [element, type] of [
    [add, 'click'],
    [files, 'change'],
    [gone, 'click'],
  ] as const)
    element?.addEventListener(type, () => happened(element.textContent));
  globalThis.earlyInput = [...document.body.children];
  gone?.remove();
  repeatEarlyInput();
  repeatEarlyInput();
  expect(happened.mock.calls).toEqual([['Add'], ['']]);
  expect(globalThis.earlyInput).toBeNull();
});
