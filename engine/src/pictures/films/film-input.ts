/** Format that ffmpeg must use for each media type, so that no file is read as another type or a playlist. */
const INPUT_FORMATS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-ms-asf': 'asf',
  'video/mpeg': 'mpeg',
  'video/MP1S': 'mpeg',
  'video/MP2P': 'mpeg',
  'video/mp2t': 'mpegts',
  'video/x-flv': 'flv',
  'video/ogg': 'ogg',
  'application/mxf': 'mxf',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/quicktime': 'mov',
  'audio/3gpp': 'mov',
  'audio/3gpp2': 'mov',
  'audio/webm': 'matroska',
  'audio/matroska': 'matroska',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/aiff': 'aiff',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/x-ms-asf': 'asf',
  'audio/vnd.dolby.dd-raw': 'ac3',
  'audio/amr': 'amr',
  'audio/ape': 'ape',
  'audio/wavpack': 'wv',
  'audio/x-caf': 'caf',
};

export const FILM_AND_SOUND_TYPES: readonly string[] = Object.keys(INPUT_FORMATS);

export function inputArguments(input: string, mediaType: string): string[] {
  const format = INPUT_FORMATS[mediaType] ?? 'mov';
  return ['-protocol_whitelist', 'file,pipe', '-f', format, '-i', `file:${input}`];
}
