import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Loader } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { openingOf } from '../grid/file-opening.ts';
import { ImageView } from './ImageView.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { OtherView } from './OtherView.tsx';
import { SoundView } from './SoundView.tsx';
import { VideoView } from './VideoView.tsx';

const PdfView = lazy(async () => ({
  default: (await loadWithTexts(['documents', 'projects'], () => import('./documents/PdfView.tsx'))).PdfView,
}));

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
  const { t } = useTranslation();
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
      return (
        <Suspense fallback={<Loader color="gray" aria-label={t('files.loading')} />}>
          <PdfView {...view} />
        </Suspense>
      );
    default:
      return <OtherView file={file} />;
  }
}
