import { type FunctionComponent, Suspense, createElement, lazy, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetAnsweredInput, repeatEarlyInput } from './early-input.ts';

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
  globalThis.earlyInput = new Set(document.body.querySelectorAll<HTMLElement>('*'));
  gone?.remove();
  repeatEarlyInput();
  repeatEarlyInput();
  expect(happened.mock.calls).toEqual([['Add'], ['']]);
  expect(globalThis.earlyInput).toBeNull();
});

test('what React answers while it takes the page over is not repeated; what it cannot answer yet is', async () => {
  const happened = vi.fn<(text: string) => void>();
  const Loud: FunctionComponent<{ text: string }> = ({ text }) =>
    createElement('button', { onClick: () => happened(text) }, createElement('b', null, text));
  const { promise: code, resolve: load } = Promise.withResolvers<{ default: typeof Loud }>();
  const page = (Late: typeof Loud) => [
    createElement(Suspense, { key: 1 }, createElement(Loud, { text: 'there' })),
    createElement(Suspense, { key: 2 }, createElement(Late, { text: 'late' })),
  ];
  document.body.innerHTML = `<main>${renderToString(page(Loud))}</main>`;
  const root = document.body.firstElementChild ?? document.body;
  startTransition(() => void hydrateRoot(root, page(lazy(() => code))));
  forgetAnsweredInput(root);

  const buttons = root.querySelectorAll('button');
  globalThis.earlyInput = new Set(buttons);
  for (const button of buttons)
    button.firstElementChild?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(happened.mock.calls).toEqual([['there']]);

  load({ default: Loud });
  await vi.waitFor(() => expect(Object.keys(buttons[1] ?? {})).not.toEqual([]));
  repeatEarlyInput();
  expect(happened.mock.calls).toEqual([['there'], ['late']]);
});
