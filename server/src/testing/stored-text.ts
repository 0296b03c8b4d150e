import { pictureAddress, storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import { sanitizeRichText, settleRichText } from '../rich-text/sanitize.ts';

/** A description as stored on the site vitrin.example, where all pictures with a number below 100 exist. */
export async function storedText(html: string): Promise<string> {
  const text = await sanitizeRichText(html, (host) => host === 'vitrin.example');
  return settleRichText(text, (source) => {
    if ('data' in source) return pictureAddress(source.data);
    return source.id < 100 ? storedPictureAddress(source.id) : undefined;
  });
}
