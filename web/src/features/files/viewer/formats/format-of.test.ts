import { expect, test } from 'vitest';
import en from '../../../../i18n/en/formats.json';
import tr from '../../../../i18n/tr/formats.json';
import { Translator } from '../../../../i18n/translator.ts';
import { formatOf } from './format-of.ts';
import { FORMATS } from './format-table.ts';

const BYTES = 'application/octet-stream';

test.each([
  ['plan.sketch', 'application/zip', 'Sketch document', 'Sketch belgesi'],
  ['home.fig', BYTES, 'Figma document', 'Figma belgesi'],
  ['Magazine.INDD', 'application/x-indesign', 'InDesign document', 'InDesign belgesi'],
  ['layers only.psd', 'image/vnd.adobe.photoshop', 'Photoshop document', 'Photoshop belgesi'],
  ['poster.afdesign', BYTES, 'Affinity Designer document', 'Affinity Designer belgesi'],
  ['trailer.aep', BYTES, 'After Effects project', 'After Effects projesi'],
  ['cut.prproj', 'application/gzip', 'Premiere Pro project', 'Premiere Pro projesi'],
  ['set.als', 'application/gzip', 'Ableton Live project', 'Ableton Live projesi'],
  ['room.blend', 'application/x-blender', 'Blender scene', 'Blender sahnesi'],
  ['floor.dwg', 'image/vnd.dwg', 'AutoCAD drawing', 'AutoCAD çizimi'],
  ['chair.stl', 'model/stl', 'STL 3D model', 'STL 3B modeli'],
  ['costs.xls', 'application/x-cfb', 'Excel 97-2003 workbook', 'Excel 97-2003 çalışma kitabı'],
  ['costs.xlsm', 'application/zip', 'Excel workbook with macros', 'Makrolu Excel çalışma kitabı'],
  ['Teklif.DOC', 'application/x-cfb', 'Word 97-2003 document', 'Word 97-2003 belgesi'],
  ['offer.rtf', 'application/rtf', 'Rich text document (RTF)', 'Zengin metin belgesi (RTF)'],
  ['book.epub', 'application/epub+zip', 'EPUB e-book', 'EPUB e-kitabı'],
  ['days.ics', BYTES, 'Calendar', 'Takvim'],
  ['me.vcf', BYTES, 'Contact card', 'Kişi kartı'],
  ['film.srt', BYTES, 'SubRip subtitles', 'SubRip altyazısı'],
  ['old.eot', 'application/vnd.ms-fontobject', 'Embedded OpenType font', 'Embedded OpenType yazı tipi'],
  ['all.7z', 'application/x-7z-compressed', '7-Zip archive', '7-Zip arşivi'],
  ['set up.exe', 'application/x-msdownload', 'Windows program', 'Windows programı'],
  ['disk.dmg', 'application/x-apple-diskimage', 'macOS disk image', 'macOS disk görüntüsü'],
  // The bytes decide if they suffice, and otherwise the name.
  ['holiday.jpg', 'application/x-msdownload', 'Windows program', 'Windows programı'],
  ['delivery', 'application/x-7z-compressed', '7-Zip archive', '7-Zip arşivi'],
  ['delivery.part1', 'application/zip', 'ZIP archive', 'ZIP arşivi'],
  ['thing.xyz', BYTES, 'XYZ file', 'XYZ dosyası'],
  ['thing.ini2', BYTES, 'INI2 file', 'INI2 dosyası'],
  ['thing', BYTES, 'File of an unknown format', 'Biçimi bilinmeyen dosya'],
  ['.hidden', BYTES, 'File of an unknown format', 'Biçimi bilinmeyen dosya'],
  ['Version 2. this is the last', BYTES, 'File of an unknown format', 'Biçimi bilinmeyen dosya'],
])('%s of %s is called %s, and in Turkish %s', (name, file_type, english, turkish) => {
  expect(inWords(name, file_type)).toEqual([english, turkish]);
});

test('only the end of a name is examined, however long it is', () => {
  expect(inWords(`${'a.'.repeat(100_000)}sketch`, BYTES)[0]).toBe('Sketch document');
});

test('each format has its name in a sentence, and its own extensions and media types', () => {
  for (const [word, name] of FORMATS) {
    const wantsName = en.formats[word].includes('{{name}}');
    expect([word, name, name !== '']).toEqual([word, name, wantsName]);
  }
  const extensions = FORMATS.flatMap((format) => wordsIn(format[2]));
  const mediaTypes = FORMATS.flatMap((format) => wordsIn(format[3] ?? ''));
  for (const each of [extensions, mediaTypes]) expect(new Set(each).size).toBe(each.length);
  for (const extension of extensions) {
    const { name } = formatOf({ file_type: BYTES, name: `delivery.${extension.toUpperCase()}` });
    expect(FORMATS.some((format) => format[1] === name)).toBe(true);
  }
  const words = new Set<string>(FORMATS.map(([word]) => word));
  expect(Object.keys(en.formats).filter((word) => !words.has(word))).toEqual(['unknown']);
});

function inWords(name: string, file_type: string): string[] {
  const format = formatOf({ name, file_type });
  return (['en', 'tr'] as const).map((language) => {
    const translator = new Translator(language);
    translator.add(language, { en, tr }[language]);
    return translator.t(`formats.${format.word}`, { name: format.name });
  });
}

function wordsIn(text: string): string[] {
  return text.split(' ').filter(Boolean);
}
