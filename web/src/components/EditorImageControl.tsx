import { FileButton } from '@mantine/core';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IMAGE_TYPES } from '../lib/shrink-image.ts';
import { insertImages } from './insert-images.ts';

/** The toolbar's picture button: png and jpeg only (SPEC 5). */
export function EditorImageControl({ onRefused }: { onRefused: () => void }) {
  const { t } = useTranslation();
  const { editor } = useRichTextEditorContext();
  const insert = (files: File[]) => {
    if (editor) void insertImages(editor, files, onRefused);
  };
  return (
    <FileButton multiple accept={IMAGE_TYPES.join(',')} onChange={insert}>
      {(button) => (
        <RichTextEditor.Control {...button} aria-label={t('editor.image')} title={t('editor.image')}>
          <IconPhoto size={16} stroke={1.6} />
        </RichTextEditor.Control>
      )}
    </FileButton>
  );
}
