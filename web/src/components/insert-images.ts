import type { Editor } from '@tiptap/react';
import { toDataUrl } from '../lib/shrink-image.ts';

/** Puts pictures where the cursor is, shrunk to data URLs; `onRefused` is told about each that cannot be used. */
export async function insertImages(
  editor: Editor,
  files: readonly File[],
  onRefused: () => void,
): Promise<void> {
  for (const file of files) {
    try {
      // One after the other, so that they stand in the order they were chosen.
      const src = await toDataUrl(file);
      editor.chain().focus().setImage({ src, alt: file.name }).run();
    } catch (error) {
      console.error(error);
      onRefused();
    }
  }
}
