import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { uploadFile } from './upload-file.ts';
import { type CorpusFile, documents, films, pictures, sounds } from './corpus.ts';
import { type Delivery, prepareDelivery } from './delivery.ts';
import type { Product } from './product.ts';
import { sampleFile } from './sample-files/sample-file.ts';

/** Previews of one freelancer come one after the other, so that films are spread over several. */
const FILMS_OF_ONE = 5;

/** Files are drawn in turn: when this one is, the others are, or never will be. */
const LAST = { name: 'last.webp', bytes: () => sampleFile('picture.webp') };

/** Some files of the corpus, as one freelancer delivers them. */
export type CorpusPart = Delivery & { files: CorpusFile[] };

/** One of each family of decoders, one of each that is cut off, and all that is made to harm. */
const DAILY = `
  upright.jpg picture.avif halves.apng halves.heic halves-cmyk.tif halves-cmyk.psd halves-palette.bmp
  halves.jp2 halves.jxl deep.tif light.exr packed.tga logo.svg cut-picture.webp cut-halves.heic
  cut-halves.psd cut-halves-fax.tif cut-logo.svg scripted.svg laughs.svg bomb.png huge.psd nothing.png
  film.webm prores.mov camera.avi film-hevc.mkv cut-ten-bits.mp4 playlist.mp4 jingle.wav lossless.m4a
  cut.flac brand-guide.pdf logo.ai cut.pdf no-pages.pdf prices.csv page.html two-bytes.txt one-line.txt
  face.woff2 cut.woff2 sources.zip cut.zip letter.docx cut.docx archive.rar program.exe`.split(/\s+/);

/** Uploads the corpus, or the `daily` part of it, spread over several freelancers. */
export async function deliverCorpus(
  product: Product,
  { extent = 'whole' }: { extent?: 'whole' | 'daily' } = {},
): Promise<CorpusPart[]> {
  const chosen = (files: CorpusFile[]) =>
    extent === 'whole' ? files : files.filter(({ name }) => DAILY.includes(name));
  const moving = chosen([...films(), ...sounds()]);
  const parts: CorpusFile[][] = [chosen(await pictures()), chosen(documents())];
  for (let at = 0; at < moving.length; at += FILMS_OF_ONE) parts.push(moving.slice(at, at + FILMS_OF_ONE));
  const groups: CorpusPart[] = [];
  for (const [at, files] of parts.entries()) {
    const delivery = await prepareDelivery(product, `corpus-${at}`);
    for (const { name, bytes } of [...files, LAST])
      await uploadFile(delivery.freelancer, delivery.version, name, Buffer.from(bytes()));
    groups.push({ ...delivery, files });
  }
  return groups;
}

/** Whether all pictures and previews of a delivery are made that will be. */
export async function isAllDrawn({ freelancer, version }: CorpusPart): Promise<boolean> {
  const address = `/api/files/?version=${version}&page_size=100`;
  const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
  const isDrawn = results.some(({ name, picture, thumbnail }) => name === LAST.name && picture && thumbnail);
  return isDrawn && results.every(({ preview_percent }) => preview_percent === null);
}
