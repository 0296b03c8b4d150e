import { splitExtension } from '@vitrin/shared/rules/texts/file-names.ts';
import { hasWebPicture } from '@vitrin/engine/pictures/web-picture.ts';

type WebType = 'image/jpeg' | 'image/png' | 'none' | null;

type WebRow = {
  name: string;
  media_type: string;
  web_key: string | null;
  web_bytes: number | null;
  web_type: WebType;
};

export type WebSize = { name: string; key: string; size: number; mediaType: string };

/** Returns the web size, `original` for a file that has none, or `missing` until it is made (specification 6.22). */
export function inWebSize({
  name,
  media_type,
  web_key,
  web_bytes,
  web_type,
}: WebRow): WebSize | 'original' | 'missing' {
  if (web_type === 'none' || !hasWebPicture(media_type)) return 'original';
  if (web_key === null || web_bytes === null || web_type === null) return 'missing';
  return { name: webName(name, web_type), key: web_key, size: web_bytes, mediaType: web_type };
}

/** Returns the name with the drawn extension: `Poster.tif` becomes `Poster.jpg`. */
function webName(name: string, type: 'image/jpeg' | 'image/png'): string {
  const [stem, extension] = splitExtension(name);
  const isRight = type === 'image/png' ? /^\.png$/i : /^\.jpe?g$/i;
  if (isRight.test(extension)) return name;
  return `${stem}${type === 'image/png' ? '.png' : '.jpg'}`;
}
