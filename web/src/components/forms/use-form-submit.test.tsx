import { useForm } from '@mantine/form';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addPendingImages } from '../rich-text/pending-images.ts';
import { useFormSubmit } from './use-form-submit.ts';

type Send = (values: { name: string }) => Promise<void>;

function Form({ send }: { send: Send }) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value === '' ? 'Missing' : null) },
  });
  return (
    <form aria-label="New" onSubmit={useFormSubmit(form, send)}>
      <input aria-label="Name" {...form.getInputProps('name')} />
    </form>
  );
}

test('a form submitted twice before a rerender is sent once, and again after the answer', async () => {
  let answer = () => {};
  const send = vi.fn<Send>(() => new Promise<void>((resolve) => (answer = resolve)));
  render(<Form send={send} />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Draft' } });
  const form = screen.getByRole('form');
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(send.mock.calls).toEqual([[{ name: 'Draft' }]]);
  await act(async () => answer());
  fireEvent.submit(form);
  expect(send).toHaveBeenCalledTimes(2);
});

test('the first invalid field takes the cursor, and nothing is sent', () => {
  const send = vi.fn<Send>(() => Promise.resolve());
  render(<Form send={send} />);
  fireEvent.submit(screen.getByRole('form'));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(send).not.toHaveBeenCalled();
});

test('unfinished pictures are awaited, and a failed one keeps the form from being sent', async () => {
  for (const arrives of [true, false]) {
    const send = vi.fn<Send>(() => Promise.resolve());
    let settle = (_arrived: boolean) => {};
    addPendingImages(new Promise((resolve) => (settle = resolve)));
    const { unmount } = render(<Form send={send} />);
    const name = screen.getByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Draft' } });
    fireEvent.submit(screen.getByRole('form'));
    expect(send).not.toHaveBeenCalled();
    fireEvent.change(name, { target: { value: 'Draft with a picture' } });
    await act(async () => settle(arrives));
    expect(send.mock.calls).toEqual(arrives ? [[{ name: 'Draft with a picture' }]] : []);
    unmount();
  }
});
