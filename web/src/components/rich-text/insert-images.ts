import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { postPicture } from '../../lib/post-picture.ts';
import { shrinkImage } from '../../lib/shrink-image.ts';

/**
 * Puts pictures where the cursor is now, whatever is typed until they are in the store; `onFailed` is told about each
 * that is not. The text itself is left alone by those.
 */
export async function insertImages(
  editor: Editor,
  files: readonly File[],
  onFailed: (error: unknown) => void,
): Promise<void> {
  const place = trackPlace(editor);
  for (const file of files) {
    try {
      // One after the other, so that they stand in the order they were chosen.
      const src = await postPicture(await shrinkImage(file));
      if (!editor.isDestroyed)
        place.fill((position) => insertImage(editor, position, { src, alt: file.name }));
    } catch (error) {
      console.error(error);
      onFailed(error);
    }
  }
  place.forget();
}

/** Where the cursor stood: before what is typed there meanwhile, behind what has been put there. */
function trackPlace(editor: Editor) {
  let position = editor.state.selection.to;
  let isFilling = false;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    position = transaction.mapping.map(position, isFilling ? 1 : -1);
  };
  editor.on('transaction', follow);
  return {
    fill(insert: (position: number) => void): void {
      const isCursorThere = editor.state.selection.to === position;
      isFilling = true;
      insert(position);
      isFilling = false;
      if (isCursorThere) position = editor.state.selection.to;
    },
    forget: () => void editor.off('transaction', follow),
  };
}

/**
 * When the cursor is still there it goes on below the picture. The editor's own command leaves the picture selected,
 * so that the next picture, or the next letter, would take its place.
 */
function insertImage(editor: Editor, position: number, attrs: { src: string; alt: string }): void {
  const isCursorThere = editor.state.selection.to === position;
  const insertion = editor
    .chain()
    .insertContentAt(position, { type: 'image', attrs }, { updateSelection: isCursorThere });
  if (!isCursorThere) return void insertion.run();
  insertion
    .focus()
    .command(({ tr }) => {
      const { nodeAfter, pos } = tr.selection.$to;
      if (!nodeAfter?.isTextblock) tr.insert(pos, editor.schema.node('paragraph'));
      tr.setSelection(TextSelection.create(tr.doc, pos + 1));
      return true;
    })
    .run();
}
