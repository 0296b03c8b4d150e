import { FileButton } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IMAGE_TYPES } from './shrink-image.ts';

/** Toolbar button that inserts png and jpeg pictures. */
export function EditorImageControl({ onImages }: { onImages: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton multiple accept={IMAGE_TYPES.join(',')} onChange={onImages}>
      {(button) => (
        <RichTextEditor.Control {...button} aria-label={t('editor.image')} title={t('editor.image')}>
          <IconPhoto size={16} stroke={1.6} />
        </RichTextEditor.Control>
      )}
    </FileButton>
  );
}
