import { expect, test } from 'vitest';
import { asksForView, withoutView } from './client-view.ts';

test.each([
  ['/projects/7?view=client', true],
  ['/projects/7/?file=3&view=client', true],
  ['/projects/7?view=client&file=3', true],
  ['/projects/7', false],
  ['/projects/7?view=freelancer', false],
  ['/projects/7?review=client', false],
  ['/projects/07?view=client', false],
  ['/projects?view=client', false],
  ['/account?view=client', false],
])('%s asks for a view: %s', (address, asks) => {
  expect(asksForView(address)).toBe(asks);
});

test.each([
  ['/projects/7?view=client', '/projects/7'],
  ['/projects/7/?file=3&view=client&version=2', '/projects/7/?file=3&version=2'],
  ['/projects/7?&view=client', '/projects/7'],
  ['/projects/7', '/projects/7'],
])('%s without the view is %s', (address, own) => {
  expect(withoutView(address)).toBe(own);
});
