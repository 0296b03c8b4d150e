import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFocusAgain } from './use-focus-again.ts';

type Props = { isBusy?: boolean; isWaiting?: boolean };

function Form({ isBusy = false, isWaiting = false }: Props) {
  const focusAgain = useFocusAgain(isBusy);
  return (
    <main>
      <form>
        <input aria-label="Code" />
      </form>
      <button type="button" ref={focusAgain} disabled={isBusy || isWaiting}>
        Send again
      </button>
    </main>
  );
}

/** Shows the form and presses its button; returns a function that shows it in another state. */
function press() {
  const { rerender } = render(<Form />);
  screen.getByRole('button').focus();
  rerender(<Form isBusy />);
  // Imitates browsers, unlike jsdom.
  act(() => screen.getByRole('button').blur());
  return (props: Props) => rerender(<Form {...props} />);
}

test('a button that was disabled while it was busy regains the focus', () => {
  press()({});
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('the first field takes the focus of a button that stays disabled', () => {
  press()({ isWaiting: true });
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
});

test('the focus stays on a field that was chosen meanwhile', () => {
  const show = press();
  screen.getByLabelText('Code').focus();
  show({});
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
});
