import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { RichText, loadSanitizer } from './RichText.tsx';

test('a text that arrives later removes nothing from the page meanwhile', async () => {
  const page = (html: string) => (
    <Suspense fallback="The page is gone">
      <RichText html={html} />
    </Suspense>
  );
  const { rerender } = render(page(''));
  await loadSanitizer();
  rerender(page('<p>What is <strong>new</strong></p>'));
  expect(screen.queryByText('The page is gone')).toBeNull();
  expect(screen.getByText('new').tagName).toBe('STRONG');
});

test('a table scrolls inside itself, by keyboard too', async () => {
  await loadSanitizer();
  const cell = '<td colspan="2" onclick="x()">Logo</td>';
  const { container } = render(
    <RichText html={`<table style="width: 9px"><tbody><tr>${cell}</tr></tbody></table><p>below</p>`} />,
  );
  const table = screen.getByRole('table');
  expect(table.parentElement?.tabIndex).toBe(0);
  expect(table.outerHTML).toBe('<table><tbody><tr><td colspan="2">Logo</td></tr></tbody></table>');
  expect(container.querySelector('p')?.previousElementSibling).toBe(table.parentElement);
});
