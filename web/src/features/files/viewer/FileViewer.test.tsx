import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FileViewer } from './FileViewer.tsx';

const thumbnail = (id: number, size: string) => `/api/files/${id}/thumbnail/?size=${size}`;
const pictureOf = (id: number, changes: Partial<ProjectFile> = {}): ProjectFile => ({
  ...PICTURE,
  id,
  name: `${id}.jpg`,
  file: `/api/files/${id}/content/`,
  picture: `/api/files/${id}/content/`,
  file_type: 'image/jpeg',
  thumbnail: thumbnail(id, 'small'),
  thumbnail_medium: thumbnail(id, 'medium'),
  thumbnail_large: thumbnail(id, 'large'),
  width: 6000,
  height: 4000,
  ...changes,
});
const archive = pictureOf(9, {
  name: 'sources.zip',
  kind: 'other',
  file_type: 'application/zip',
  picture: null,
  is_image: false,
  thumbnail: null,
  thumbnail_medium: null,
  thumbnail_large: null,
});

const decoded: string[] = [];
beforeEach(() => {
  decoded.length = 0;
  // jsdom decodes nothing.
  Object.defineProperty(HTMLImageElement.prototype, 'decode', {
    configurable: true,
    async value(this: HTMLImageElement) {
      decoded.push(this.srcset.split(' ')[0] ?? '');
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
  fakeServer({});
});

async function showViewer(files: readonly ProjectFile[], first = 0) {
  function Viewer() {
    const [file, setFile] = useState<ProjectFile | null>(files[first] ?? null);
    return <FileViewer file={file} files={files} onShow={setFile} onClose={() => setFile(null)} />;
  }
  await renderScreen(<Viewer />);
  return { user: userEvent.setup(), dialog: await screen.findByRole('dialog') };
}

const many = Array.from({ length: 500 }, (_none, at) => pictureOf(at + 1));
const shownPictures = () => screen.getAllByRole<HTMLImageElement>('img', { name: /jpg$/ });

test('a screen reader announces each file and its position', async () => {
  const { user } = await showViewer(many.slice(0, 14), 2);
  const heard = () => screen.getAllByRole('status').map((each) => each.textContent);
  expect(heard()).toContain('3.jpg, 3 of 14');
  await user.keyboard('{ArrowRight}');
  expect(heard()).toContain('4.jpg, 4 of 14');
  await user.keyboard('{End}');
  expect(heard()).toContain('14.jpg, 14 of 14');
});

test('the strip draws only the nearest of 500 files, and Tab stops only at the one shown', async () => {
  const { user, dialog } = await showViewer(many, 249);
  const strip = within(dialog).getByRole('navigation', { name: 'Files of this version' });
  const buttons = () => within(strip).getAllByRole('button');
  expect(buttons().length).toBeLessThan(60);
  const shown = () => buttons().filter((button) => button.tabIndex === 0);
  expect(shown().map((button) => button.getAttribute('aria-label'))).toEqual(['250.jpg']);
  expect(shown()[0]?.getAttribute('aria-current')).toBe('true');
  await user.click(within(strip).getByRole('button', { name: '252.jpg' }));
  expect(shown().map((button) => button.getAttribute('aria-label'))).toEqual(['252.jpg']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('252.jpg');
  await user.keyboard('{End}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('500.jpg');
});

test('the files beside the shown one are preloaded, a film as its poster', async () => {
  const film = pictureOf(3, { name: '3.mp4', kind: 'video', is_image: false, is_video: true });
  await showViewer([pictureOf(1), pictureOf(2), film, pictureOf(4)], 1);
  expect(decoded.toSorted()).toEqual([thumbnail(1, 'small'), thumbnail(3, 'small')]);
});

test('a picture is shown as a fitting thumbnail, and as the file itself once it is zoomed', async () => {
  const { user } = await showViewer([pictureOf(1)]);
  const [fitting] = shownPictures();
  expect(fitting?.srcset).toBe(
    `${thumbnail(1, 'small')} 480w, ${thumbnail(1, 'medium')} 960w, ${thumbnail(1, 'large')} 1600w`,
  );
  expect(document.querySelector('img[src="/api/files/1/content/"]')).toBeNull();
  fireEvent.load(fitting ?? document.body);
  expect(screen.getByRole('button', { name: 'Fit', pressed: true })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  const whole = document.querySelector('img[src="/api/files/1/content/"]');
  expect(whole).not.toBeNull();
  await user.click(screen.getByRole('button', { name: '150%' }));
  expect(screen.getByRole('button', { name: 'Fit' })).toBeDefined();
  expect(whole?.isConnected).toBe(true);
});

test('a thumbnail that cannot be loaded is replaced by the file', async () => {
  await showViewer([pictureOf(1)]);
  const [fitting] = shownPictures();
  fireEvent.error(fitting ?? document.body);
  expect(shownPictures().map((image) => image.getAttribute('src'))).toEqual(['/api/files/1/content/']);
});

test('a file of another kind is offered as a download, and the viewer can step past it', async () => {
  const { user, dialog } = await showViewer([pictureOf(1), archive, pictureOf(2)]);
  await user.keyboard('{ArrowRight}');
  expect(within(dialog).getByText('This file cannot be shown here.')).toBeDefined();
  expect(await within(dialog).findByText('ZIP archive')).toBeDefined();
  const link = within(dialog).getByRole('link', { name: 'Download, 2 KB' });
  expect(link.getAttribute('href')).toBe('/api/files/9/content/?download=1');
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('img', { name: '2.jpg' })).toBeDefined();
});

test('an office document says that its pages are being made', async () => {
  await showViewer([{ ...archive, name: 'offer.docx', preview_percent: 0 }]);
  expect(screen.getByText('Its pages are being prepared.')).toBeDefined();
  expect(screen.queryByText(/cannot be shown/)).toBeNull();
});

test('an office document with pages names the format in which it is shown', async () => {
  const preview = '/api/files/9/preview/';
  await showViewer([{ ...archive, name: 'offer.docx', kind: 'pdf', preview }]);
  expect(screen.getByText(/shown as PDF/)).toBeDefined();
  const tab = screen.getByRole('link', { name: 'Open in a new tab' });
  expect(tab.getAttribute('href')).toBe(preview);
});

test('a picture with several pages says that it shows the first', async () => {
  await showViewer([pictureOf(1, { name: 'fax.tif', pages: 12 })]);
  expect(screen.getByText(/the first of 12 pages/)).toBeDefined();
});

test('a finger swipes past files of every kind', async () => {
  await showViewer([pictureOf(1), archive, pictureOf(2)], 1);
  const note = screen.getByText('This file cannot be shown here.');
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 4, clientY: 5 };
  const swipe = (from: number, to: number) => {
    fireEvent.pointerDown(note, { ...finger, clientX: from });
    fireEvent.pointerUp(note, { ...finger, clientX: to });
  };
  swipe(200, 180);
  expect(screen.queryByRole('img', { name: '2.jpg' })).toBeNull();
  swipe(200, 90);
  expect(screen.getByRole('img', { name: '2.jpg' })).toBeDefined();
});

test('full screen is entered by a button or F, and left when the viewer closes', async () => {
  let full: Element | null = null;
  const change = (next: Element | null) => async () => {
    full = next;
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  };
  const exit = vi.fn<() => Promise<void>>(change(null));
  const screens = {
    fullscreenEnabled: { get: () => true },
    fullscreenElement: { get: () => full },
    exitFullscreen: { value: exit },
  };
  for (const [name, property] of Object.entries(screens))
    Object.defineProperty(document, name, { configurable: true, ...property });
  Object.defineProperty(document.documentElement, 'requestFullscreen', {
    configurable: true,
    value: change(document.documentElement),
  });
  onTestFinished(() => {
    for (const name of Object.keys(screens)) Reflect.deleteProperty(document, name);
    Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
  });
  const { user } = await showViewer([pictureOf(1)]);
  await user.click(screen.getByRole('button', { name: 'Full screen' }));
  await user.keyboard('f');
  expect(exit).toHaveBeenCalledTimes(1);
  await user.keyboard('f');
  expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(exit).toHaveBeenCalledTimes(2);
});

test('the viewer shows the date of the last change of a file, if known', async () => {
  const { dialog } = await showViewer([pictureOf(1, { modified_at: '2024-03-05T14:31:40.000Z' })]);
  expect(within(dialog).getByText(/2 KB · changed on March 5, 2024/)).toBeDefined();
});

const undrawn = { thumbnail: null, thumbnail_medium: null, thumbnail_large: null, width: null, height: null };

/** The beginning of a png of 20,000 by 20,000 pixels. */
const HUGE_PNG = '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u004e\u0020\0\0\u004e\u0020';

test('a picture of 400 megapixels is never drawn whole, and the viewer says why', async () => {
  const bytes = Uint8Array.from(HUGE_PNG, (letter) => letter.charCodeAt(0));
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(bytes, { status: 206 }));
  const { dialog } = await showViewer([pictureOf(1, { ...undrawn, name: 'wall.png' })]);
  expect(await within(dialog).findByText(/too many pixels/)).toBeDefined();
  expect(within(dialog).queryByRole('img')).toBeNull();
  expect(within(dialog).getAllByRole('link', { name: /Download/ }).length).toBeGreaterThan(0);
});

test.each([
  ['cut.webp', 'This browser cannot show this WEBP file'],
  ['cut', 'WebP image'],
])('a blank picture is reported as not shown: %s', async (name, sentence) => {
  const drawing = { drawImage: () => {}, getImageData: () => ({ data: new Uint8ClampedArray(32 * 32 * 4) }) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(60);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('RIFF', { status: 206 }));
  const { dialog } = await showViewer([pictureOf(1, { ...undrawn, name, file_type: 'image/webp' })]);
  fireEvent.load(await within(dialog).findByRole('img'));
  expect(await within(dialog).findByText(sentence)).toBeDefined();
});

test('the viewer shows the caption, and the description for screen readers in place of the name', async () => {
  const words = { caption: 'Dawn', alt: 'A bay in fog' };
  const { dialog } = await showViewer([pictureOf(1, words)]);
  expect(within(dialog).getByText('Dawn')).toBeDefined();
  expect(within(dialog).getAllByRole('img', { name: 'A bay in fog' })).not.toEqual([]);
});
