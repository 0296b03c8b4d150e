import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Loader } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { expectAnswer } from '../api.ts';
import { openingOf } from '../grid/file-opening.ts';
import { ImageView } from './ImageView.tsx';
import { type Failure, LoadFailure } from './LoadFailure.tsx';
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

/**
 * One file in the viewer, by its kind. In the place of one that cannot be shown stands a sentence: whether its bytes
 * do not come, or come and are nothing that this browser shows.
 */
export function ViewedFile(props: Omit<ViewProps, 'onFailure'>) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure>();
  const { file } = props;
  if (failure) return <LoadFailure file={file} failure={failure} onRetry={() => setFailure(undefined)} />;
  if (openingOf(file) !== 'viewer') return <OtherView file={file} />;
  const view = { ...props, onFailure: () => void failureOf(file).then(setFailure) };
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

/** Browsers do not say why something failed, so the server is asked whether the bytes are there. */
async function failureOf({ file }: ProjectFile): Promise<Failure> {
  try {
    await expectAnswer(file);
    return 'unshowable';
  } catch {
    return 'unreachable';
  }
}
