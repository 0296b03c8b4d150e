import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MOST_ROWS, useFoldedFiles } from '../grid/use-folded-files.ts';
import type { ShownFiles } from './shown-files.ts';

type Options = { opened: ProjectFile | null; isGrowing: boolean };

/** Shown files of a version, and the words for the rest: pictures and rows are folded separately. */
export function useGalleryParts({ inOrder, picturedCount }: ShownFiles, { opened, isGrowing }: Options) {
  const { t } = useTranslation();
  const pictured = useFoldedFiles(inOrder.slice(0, picturedCount), { opened, isGrowing });
  const rows = useFoldedFiles(inOrder.slice(picturedCount), { opened, isGrowing, atFirst: MOST_ROWS });
  const hasBoth = picturedCount > 0 && picturedCount < inOrder.length;
  const showAll = t('files.showAll', { count: inOrder.length });
  return {
    pictured: {
      ...pictured,
      unfoldText: hasBoth ? t('files.showMorePictures', { count: pictured.hiddenCount }) : showAll,
    },
    rows: { ...rows, unfoldText: hasBoth ? t('files.showMore', { count: rows.hiddenCount }) : showAll },
  };
}
