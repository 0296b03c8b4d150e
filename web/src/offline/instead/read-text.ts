import { decodeText } from '../../features/files/viewer/texts/decode-text.ts';
import { textBytes } from '../copied-data.ts';

/** In place of viewer/texts/read-text.ts: small texts are within the copy's data. */
export async function readText(path: string): Promise<string> {
  return decodeText(textBytes(path));
}
