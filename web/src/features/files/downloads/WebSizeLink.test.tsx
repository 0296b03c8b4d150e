import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import * as downloads from './start-download.ts';
import { WebSizeLink } from './WebSizeLink.tsx';

beforeEach(() => void vi.spyOn(downloads, 'startDownload').mockImplementation(() => {}));

const FILES = [PICTURE, { ...PICTURE, id: PICTURE.id + 1 }];
const ZIP = '/api/versions/5/zip/';
const link = () => screen.getByRole('link', { name: 'For the web (2048 px)' });

test('the link shows how many pictures are drawn, and downloads once all are', async () => {
  let tries = 0;
  fakeServer({
    [`GET ${ZIP}`]: () => {
      tries += 1;
      return tries < 3
        ? { status: 409, body: { detail: `Preparing ${tries} of 2…` }, headers: { 'retry-after': '1' } }
        : { status: 304 };
    },
  });
  await renderScreen(<WebSizeLink versionId={5} files={FILES} isAll className={undefined} hasText />);
  expect(link().getAttribute('href')).toBe(`${ZIP}?download=1&size=web`);
  await userEvent.click(link());
  await screen.findByText('Preparing 1 of 2…', { selector: 'output' });
  const isStarted = () => expect(downloads.startDownload).toHaveBeenCalledWith(`${ZIP}?download=1&size=web`);
  await vi.waitFor(isStarted, { timeout: 10_000 });
  expect(tries).toBe(3);
});

test('chosen files are named, a single one is no archive, and files without a picture have no web size', async () => {
  const [first = PICTURE] = FILES;
  const drawing = { ...first, file_type: 'image/svg+xml' };
  await renderScreen(
    <>
      <WebSizeLink versionId={5} files={FILES} isAll={false} className={undefined} />
      <WebSizeLink versionId={5} files={[first]} isAll className={undefined} />
      <WebSizeLink versionId={5} files={[drawing]} isAll className={undefined} />
    </>,
  );
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    `${ZIP}?download=1&files=${FILES.map(({ id }) => id).join(',')}&size=web`,
    `${first.file}?download=1&size=web`,
  ]);
});

test('a refusal is shown in the words of the server', async () => {
  fakeServer({ [`GET ${ZIP}`]: { status: 400, body: { detail: 'There is no room for them.' } } });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await renderScreen(<WebSizeLink versionId={5} files={FILES} isAll className={undefined} />);
  await userEvent.click(link());
  expect(await screen.findByText('There is no room for them.')).toBeDefined();
  expect(downloads.startDownload).not.toHaveBeenCalled();
});
