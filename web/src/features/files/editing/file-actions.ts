import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { createContext } from 'react';

/** Actions of a freelancer on the files of a version. */
type FileActions = {
  /** Number of files. */
  count: number;
  /** Position of a file in the version, from 0. */
  indexOf: (file: ProjectFile) => number;
  /** The file that the freelancer chose to represent the version. */
  coverId: number | null;
  onRename: (file: ProjectFile) => void;
  /** Asks for the caption. */
  onWords: (file: ProjectFile) => void;
  /** Asks for the section that files are moved to. */
  onSection: (files: readonly ProjectFile[]) => void;
  /** Asks for names or captions of many files. */
  onMany: (changes: 'name' | 'words', files: readonly ProjectFile[]) => void;
  onDelete: (file: ProjectFile) => void;
  /** Shows who has the file. */
  onReceivers: (file: ProjectFile) => void;
  /** Null: no file is chosen any more. */
  onCover: (file: ProjectFile | null) => void;
  /** Moves a file to a position, from 0. */
  onMove: (file: ProjectFile, to: number) => void;
};

/** For the tools of each card; a context, so that cards need not be rendered when it changes. */
export const FileActionsContext = createContext<FileActions | null>(null);
