import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { RichText, loadSanitizer } from './RichText.tsx';

test('a text that arrives later takes nothing off the page meanwhile', async () => {
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
