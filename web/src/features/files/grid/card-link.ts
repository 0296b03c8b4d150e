import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { currentUserQuery } from '../../auth/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { downloadUrl, openingOf, viewerAddress } from './file-opening.ts';

/** Id of a card's link, which gets the focus back when the viewer closes. */
export function cardLinkId(fileId: number): string {
  return `file-${fileId}`;
}

/** Attributes of a true link that opens a file, also without scripts; `onOpen` is for files of the viewer. */
export function useCardLink(file: ProjectFile, onOpen: (file: ProjectFile) => void) {
  const { t } = useTranslation();
  // Read once, since there are hundreds of cards, and the view of a page never changes.
  const isView = useQueryClient().getQueryData(currentUserQuery.queryKey)?.view !== undefined;
  const { name, alt } = file;
  const opening = openingOf(file);
  return {
    id: cardLinkId(file.id),
    href: opening === 'download' ? downloadUrl(file) : viewerAddress(file, isView),
    'aria-label': t(opening === 'download' ? 'files.download' : 'files.open', { name }) + (alt && `: ${alt}`),
    onClick: (event: MouseEvent) => {
      const wantsOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (opening !== 'viewer' || wantsOwnTab) return;
      event.preventDefault();
      onOpen(file);
    },
  };
}
