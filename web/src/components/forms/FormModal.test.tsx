import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { TranslatorContext } from '../../i18n/use-translation.ts';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { FormModal } from './FormModal.tsx';

/** Uses real transitions, unlike other tests: a dialog that closes stays for a while. */
async function show() {
  const i18n = await createI18n('en');
  const dialog = (opened: boolean) => (
    <TranslatorContext value={i18n}>
      <MantineProvider>
        <FormModal opened={opened} onClose={() => {}} title="New">
          <input aria-label="Name" />
        </FormModal>
      </MantineProvider>
    </TranslatorContext>
  );
  const { rerender } = render(dialog(true));
  return { setOpened: (opened: boolean) => rerender(dialog(opened)) };
}

const shown = () => screen.getByRole('dialog', { hidden: true });
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');

test('a closing dialog accepts no more input', async () => {
  const { setOpened } = await show();
  expect(shown().hasAttribute('inert')).toBe(false);
  setOpened(false);
  expect(shown().hasAttribute('inert')).toBe(true);
});

test('a dialog reopened while it closes starts afresh', async () => {
  const { setOpened } = await show();
  fireEvent.change(nameField(), { target: { value: 'Draft' } });
  setOpened(false);
  expect(nameField().value).toBe('Draft');
  setOpened(true);
  expect(nameField().value).toBe('');
  expect(shown().hasAttribute('inert')).toBe(false);
});
