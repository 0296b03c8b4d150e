import { writeSync } from 'node:fs';
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';

/** Process that writes the duration of a film or sound in seconds. Arguments: media type, path. */
const [, , mediaType = '', path = ''] = process.argv;

/** Formats without playlists, which lead to other files. */
const FORMATS: Record<string, InputFormat[]> = {
  mp4: [MP4, QTFF],
  'x-m4v': [MP4, QTFF],
  'x-m4a': [MP4, QTFF],
  quicktime: [QTFF, MP4],
  '3gpp': [MP4, QTFF],
  '3gpp2': [MP4, QTFF],
  webm: [WEBM, MATROSKA],
  matroska: [MATROSKA, WEBM],
  'x-matroska': [MATROSKA, WEBM],
  mp2t: [MPEG_TS],
  ogg: [OGG],
  mpeg: [MP3],
  aac: [ADTS],
  wav: [WAVE],
  flac: [FLAC],
};

const subtype = mediaType.split('/')[1] ?? '';
const formats = Object.hasOwn(FORMATS, subtype) ? FORMATS[subtype] : undefined;
if (!formats) throw new Error(`Nothing measures ${mediaType}`);
using input = new Input({ formats, source: new FilePathSource(path) });
// A transport stream is a piece of a broadcast or tape: its clock begins anywhere.
const begin = subtype === 'mp2t' ? await input.getFirstTimestamp() : 0;
writeSync(1, String((await input.computeDuration()) - begin));
