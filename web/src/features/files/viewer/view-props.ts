import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Failure } from './LoadFailure.tsx';

/** Properties of every view of the viewer. */
export type ViewProps = {
  file: ProjectFile;
  /** All files of its version: subtitles lie beside their film. */
  files: readonly ProjectFile[];
  /** False between closing and the removal of the content. */
  isOpen: boolean;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  /** Without a reason it is looked for. */
  onFailure: (failure?: Failure) => void;
};
