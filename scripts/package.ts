import path from 'node:path';
import { parseArgs } from 'node:util';
import { writePackage } from './packaging/write-package.ts';

/**
 * `npm run package -- FOLDER`: writes an installation for machines of this kind into a folder, which runs by itself.
 * `--without-ffmpeg` leaves out the FFmpeg of the product, for where the operating system's is installed.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'without-ffmpeg': { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error('npm run package -- FOLDER [--without-ffmpeg]');
  process.exit(2);
}
writePackage(path.dirname(import.meta.dirname), path.resolve(folder), {
  withFfmpeg: !values['without-ffmpeg'],
});
console.log(`An installation is in ${folder}; ${path.join(folder, 'bin/vitrin')} starts it.`);
