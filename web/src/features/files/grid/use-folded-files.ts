import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';

/** Fills rows of two, three or four; hundreds of cards would bury what stands below them on a phone. */
const MOST_SHOWN = 24;

/** More files than this are folded; a single hidden row is not worth a button. */
const MOST_UNFOLDED = 28;

type Options = {
  /** The file in the viewer, whose card must exist when the viewer closes. */
  opened: ProjectFile | null;
  /** True while files arrive: they come last, and the person who adds them wants to see them. */
  isGrowing: boolean;
};

/** The files whose cards are shown, and how many are folded; unfolds by `unfold`, or where a folded file is opened. */
export function useFoldedFiles(files: readonly ProjectFile[], { opened, isGrowing }: Options) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isWanted = isGrowing || files.findIndex((file) => file.id === opened?.id) >= MOST_SHOWN;
  if (isWanted && !isUnfolded) setUnfolded(true);
  const isFolded = !isUnfolded && files.length > MOST_UNFOLDED;
  const shown = isFolded ? files.slice(0, MOST_SHOWN) : files;
  return { shown, hiddenCount: files.length - shown.length, unfold: () => setUnfolded(true) };
}
