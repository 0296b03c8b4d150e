import { act, render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { RouteFocus } from './RouteFocus.tsx';
import { MAIN_ID } from './shells/SkipLink.tsx';

function Page() {
  return (
    <>
      <RouteFocus />
      <main id={MAIN_ID}>
        <h1>{useLocation().pathname}</h1>
      </main>
      <dialog open aria-modal="true">
        <input aria-label="Search" />
      </dialog>
    </>
  );
}

const showAddress = (path: string) => window.history.pushState(null, '', path);
const drawScreen = () => act(() => void window.dispatchEvent(new PopStateEvent('popstate')));

test('the heading of a new screen takes the focus, even from the dialog that led there', () => {
  showAddress('/projects');
  render(<Page />, { wrapper: BrowserRouter });
  screen.getByRole('textbox').focus();
  showAddress('/customers');
  drawScreen();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '/customers' }));
});

test('a dialog opened before the new screen was rendered keeps the focus', () => {
  showAddress('/projects');
  render(<Page />, { wrapper: BrowserRouter });
  showAddress('/customers');
  screen.getByRole('textbox').focus();
  drawScreen();
  expect(screen.getByRole('heading', { name: '/customers' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
