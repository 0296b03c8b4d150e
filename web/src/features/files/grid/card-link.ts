import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { downloadUrl, isShown } from './file-opening.ts';

/** Id of a card's link, which gets the focus back when the viewer closes. */
export function cardLinkId(fileId: number): string {
  return `file-${fileId}`;
}

/**
 * Attributes of the link that opens a file in the viewer: true links, so that they work in a tab of their own and without
 * scripts, where one that cannot be shown is downloaded.
 */
export function useCardLink(file: ProjectFile, onOpen: (file: ProjectFile) => void) {
  const { t } = useTranslation();
  return {
    id: cardLinkId(file.id),
    href: isShown(file) ? file.file : downloadUrl(file),
    'aria-label': t('files.open', { name: file.name }),
    onClick: (event: MouseEvent) => {
      const wantsOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (wantsOwnTab) return;
      event.preventDefault();
      onOpen(file);
    },
  };
}
