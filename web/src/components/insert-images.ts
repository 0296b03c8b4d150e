import { TextSelection } from '@tiptap/pm/state';
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
      insertImage(editor, { src: await toDataUrl(file), alt: file.name });
    } catch (error) {
      console.error(error);
      onRefused();
    }
  }
}

/**
 * Behind the cursor, which goes on below the picture. The editor's own command leaves the picture selected, so that
 * the next picture, or the next letter, would take its place.
 */
function insertImage(editor: Editor, attrs: { src: string; alt: string }): void {
  editor
    .chain()
    .focus()
    .insertContentAt(editor.state.selection.to, { type: 'image', attrs })
    .command(({ tr }) => {
      const { nodeAfter, pos } = tr.selection.$to;
      if (!nodeAfter?.isTextblock) tr.insert(pos, editor.schema.node('paragraph'));
      tr.setSelection(TextSelection.create(tr.doc, pos + 1));
      return true;
    })
    .run();
}
