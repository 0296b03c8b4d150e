import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';

/** So many cards fill their rows of two, three or four; hundreds would bury what stands below them on a phone. */
const MOST_SHOWN = 24;

/** More than these, and the rest waits behind a button. A single row is no reason for one. */
const MOST_UNFOLDED = 28;

type Options = {
  /** The one in the viewer, whose card has to be there when the viewer closes. */
  opened: ProjectFile | null;
  /** While files arrive: they come last, and whoever adds them wants to see them. */
  isGrowing: boolean;
};

/** The files whose cards are shown, and how many wait; unfolds by `unfold` or where a waiting one is wanted. */
export function useFoldedFiles(files: readonly ProjectFile[], { opened, isGrowing }: Options) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isWanted = isGrowing || files.findIndex((file) => file.id === opened?.id) >= MOST_SHOWN;
  if (isWanted && !isUnfolded) setUnfolded(true);
  const isFolded = !isUnfolded && files.length > MOST_UNFOLDED;
  const shown = isFolded ? files.slice(0, MOST_SHOWN) : files;
  return { shown, hiddenCount: files.length - shown.length, unfold: () => setUnfolded(true) };
}
