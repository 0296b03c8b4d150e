import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';
import { openingOf } from '../grid/file-opening.ts';
import { DocumentView } from './DocumentView.tsx';
import { ImageView } from './ImageView.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { OtherView } from './OtherView.tsx';
import { SoundView } from './SoundView.tsx';
import { VideoView } from './VideoView.tsx';

export type ViewProps = {
  file: ProjectFile;
  /** False between closing and the removal of the content. */
  isOpen: boolean;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  onFailure: () => void;
};

/** One file in the viewer, by its kind; a failure is shown in its place with a button to try again. */
export function ViewedFile(props: Omit<ViewProps, 'onFailure'>) {
  const [hasFailed, setFailed] = useState(false);
  const { file } = props;
  if (hasFailed) return <LoadFailure file={file} onRetry={() => setFailed(false)} />;
  if (openingOf(file) !== 'viewer') return <OtherView file={file} />;
  const view = { ...props, onFailure: () => setFailed(true) };
  switch (file.kind) {
    case 'image':
      return <ImageView {...view} source={file.picture ?? file.file} />;
    case 'video':
      return <VideoView {...view} />;
    case 'audio':
      return <SoundView {...view} />;
    case 'pdf':
      return <DocumentView {...view} />;
    default:
      return <OtherView file={file} />;
  }
}
