import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';
import { useGrowingCount } from '../../../components/lists/use-growing-count.ts';

/** Fills rows of two, three or four; hundreds of cards would bury what stands below them on a phone. */
export const MOST_SHOWN = 24;

/** Rows below the pictures. */
export const MOST_ROWS = 10;

/** So many more are shown at once: a few hidden ones are not worth a button. */
const NOT_WORTH_FOLDING = 4;

type Options = {
  /** Count that is shown at first. */
  atFirst?: number;
  /** File in the viewer; its card must exist when the viewer closes. */
  opened: ProjectFile | null;
  /** True while files arrive: they come last, and the person who adds them wants to see them. */
  isGrowing: boolean;
};

/** Files with shown cards and the number of folded ones, unfolded by `unfold` or an open file, a few at a time. */
export function useFoldedFiles(
  files: readonly ProjectFile[],
  { opened, isGrowing, atFirst = MOST_SHOWN }: Options,
) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { length } = files;
  const most = useGrowingCount(length, { first: atFirst, isOn: isUnfolded });
  const isWanted = isGrowing || files.findIndex((file) => file.id === opened?.id) >= atFirst;
  if (isWanted && !isUnfolded) setUnfolded(true);
  const mostUnfolded = atFirst + NOT_WORTH_FOLDING;
  const isFolded = !isUnfolded && length > mostUnfolded;
  const isWhole = length <= mostUnfolded || (isUnfolded && most >= length);
  const shown = isWhole ? files : files.slice(0, most);
  return { shown, hiddenCount: isFolded ? length - shown.length : 0, unfold: () => setUnfolded(true) };
}
