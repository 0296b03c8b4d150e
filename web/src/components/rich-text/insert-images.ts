import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { postPicture } from './post-picture.ts';
import { shrinkImage } from './shrink-image.ts';

/** Uploads pictures and inserts them at the current cursor; calls `onFailed` for each that fails. */
export async function insertImages(
  editor: Editor,
  files: readonly File[],
  onFailed: (error: unknown) => void,
): Promise<void> {
  const insertion = trackPosition(editor);
  for (const file of files) {
    try {
      // One after the other, so that they stand in the order they were chosen in.
      const src = await postPicture(await shrinkImage(file));
      if (!editor.isDestroyed)
        insertion.fill((position) => insertImage(editor, position, { src, alt: file.name }));
    } catch (error) {
      console.error(error);
      onFailed(error);
    }
  }
  insertion.forget();
}

/** Tracks the original cursor: pictures are inserted before it, and later typing stays after it. */
function trackPosition(editor: Editor) {
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

/** Inserts a picture and moves the cursor below it. The editor would select it, so that the next letter replaced it. */
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
