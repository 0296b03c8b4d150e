import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FilePicture } from './FilePicture.tsx';

const FILE = {
  thumbnail: '/small',
  thumbnail_medium: '/medium',
  thumbnail_large: '/large',
  width: 2000,
  height: 3000,
  tint: '#c8643c',
};

const show = (file: Partial<typeof FILE> | Record<keyof typeof FILE, null>) =>
  render(<FilePicture file={{ ...FILE, ...file }} sizes="50vw" alt="Poster" fallback="No picture" />);
const picture = () => screen.getByRole('img', { name: 'Poster' });

test('a picture reserves its place and lets the browser choose its size', () => {
  show({});
  expect(picture().getAttribute('srcset')).toBe('/small 320w, /medium 640w, /large 1067w');
  expect(picture().getAttribute('sizes')).toBe('50vw');
  expect([picture().getAttribute('width'), picture().getAttribute('height')]).toEqual(['2000', '3000']);
});

test('its background has a hint of its colour until it is loaded', () => {
  show({});
  expect(picture().style.backgroundColor).toBe('rgba(200, 100, 60, 0.35)');
  fireEvent.load(picture());
  expect(picture().style.backgroundColor).toBe('');
});

test('a picture that fails to load is removed, and returns with another address', () => {
  const { rerender } = show({});
  fireEvent.error(picture());
  expect(screen.getByText('No picture')).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<FilePicture file={{ ...FILE, thumbnail_medium: '/anew' }} sizes="50vw" alt="Poster" />);
  expect(picture().getAttribute('src')).toBe('/anew');
});

test('a file without finished pictures shows a placeholder', () => {
  show({
    thumbnail: null,
    thumbnail_medium: null,
    thumbnail_large: null,
    width: null,
    height: null,
    tint: null,
  });
  expect(screen.getByText('No picture')).toBeDefined();
});

test('a picture that broke before React hydrated the page is removed', () => {
  const complete = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'complete');
  const currentSrc = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'currentSrc');
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { configurable: true, get: () => true });
  Object.defineProperty(HTMLImageElement.prototype, 'currentSrc', {
    configurable: true,
    get: () => '/medium',
  });
  try {
    show({});
    expect(screen.getByText('No picture')).toBeDefined();
  } finally {
    if (complete) Object.defineProperty(HTMLImageElement.prototype, 'complete', complete);
    if (currentSrc) Object.defineProperty(HTMLImageElement.prototype, 'currentSrc', currentSrc);
  }
});
