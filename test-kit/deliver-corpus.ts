import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { uploadFile } from './upload-file.ts';
import { type CorpusFile, documents, films, pictures, sounds } from './corpus.ts';
import { type Delivery, prepareDelivery } from './delivery.ts';
import type { Product } from './product.ts';
import { sampleFile } from './sample-files/sample-file.ts';

/** Files are drawn in order, films apart from pictures: once these are done, no other file is pending. */
export const LAST = [
  { name: 'last.webp', bytes: () => sampleFile('picture.webp') },
  { name: 'last.webm', bytes: () => sampleFile('film.webm') },
];

/** Some files of the corpus, as one freelancer delivers them. */
export type CorpusPart = Delivery & { files: CorpusFile[] };

/**
 * Files that no other journey opens: one for each way of being shown, truncated or harmful. The journeys on file
 * kinds, documents and comparisons cover the usual ones. Pictures decoded by the server look alike in a page, so
 * one represents all; their decoders have their own tests with intact, broken and harmful files.
 */
const DAILY = `
  halves.heic halves-moving.avif cut-picture.webp cut-halves.heic laughs.svg bomb.png nothing.png
  prores.mov screencast.mov film-hevc.mkv cut-ten-bits.mp4 playlist.mp4 lossless.m4a cut.flac
  logo.ai behind-answer.pdf japanese.pdf japanese.zip prices.csv two-bytes.txt one-line.txt
  cut.woff2 cut.zip letter.docx cut.docx program.exe`.split(/\s+/);

/** Uploads the corpus, or the `daily` part of it, spread over several freelancers. */
export async function deliverCorpus(
  product: Product,
  { extent = 'whole' }: { extent?: 'whole' | 'daily' } = {},
): Promise<CorpusPart[]> {
  const chosen = (files: CorpusFile[]) =>
    extent === 'whole' ? files : files.filter(({ name }) => DAILY.includes(name));
  // Films and sounds come last: they are converted while the others are looked at.
  const parts = [chosen(await pictures()), chosen(documents()), chosen([...sounds(), ...films()])];
  const groups: CorpusPart[] = [];
  for (const [at, files] of parts.entries()) {
    const delivery = await prepareDelivery(product, `corpus-${at}`);
    for (const { name, bytes } of [...files, ...LAST])
      await uploadFile(delivery.freelancer, delivery.version, name, Buffer.from(bytes()));
    groups.push({ ...delivery, files });
  }
  return groups;
}

/** True if all thumbnails and previews of a delivery are finished. */
export async function isAllDrawn({ freelancer, version }: CorpusPart): Promise<boolean> {
  const address = `/api/files/?version=${version}&page_size=100`;
  const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
  const drawn = results.filter(({ picture, thumbnail }) => picture && thumbnail).map(({ name }) => name);
  const areLastDrawn = LAST.every(({ name }) => drawn.includes(name));
  return areLastDrawn && results.every(({ preview_percent }) => preview_percent === null);
}
