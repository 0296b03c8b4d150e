import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ComponentType, Suspense, lazy, useState } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { LoadingMark } from '../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { expectAnswer } from '../api.ts';
import { isShown, isShownByPicture } from '../grid/file-opening.ts';
import { DrawnPage } from './documents/DrawnPage.tsx';
import { loadReader } from './documents/late-reader.ts';
import { ImageView } from './ImageView.tsx';
import { type Failure, LoadFailure } from './LoadFailure.tsx';
import { OtherView } from './OtherView.tsx';
import { SoundView } from './SoundView.tsx';
import { VideoView } from './VideoView.tsx';
import type { ViewProps } from './view-props.ts';

const PdfView = lazy(async () => ({ default: (await loadReader()).PdfView }));

const TextView = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'viewer'], () => import('./texts/TextView.tsx'))).TextView,
}));

const FontView = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'viewer'], () => import('./fonts/FontView.tsx'))).FontView,
}));

const ArchiveView = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'viewer'], () => import('./archives/ArchiveView.tsx')))
    .ArchiveView,
}));

const OfficeView = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'viewer'], () => import('./office/OfficeView.tsx'))).OfficeView,
}));

/** One file in the viewer by its kind, or a sentence why it cannot be shown. */
export function ViewedFile(props: Omit<ViewProps, 'onFailure'>) {
  const [failed, setFailed] = useState<{ address: string; failure: Failure }>();
  const { file } = props;
  // A preview may come after the file itself could not be played.
  const address = file.preview ?? file.file;
  if (failed?.address === address)
    return <LoadFailure file={file} failure={failed.failure} onRetry={() => setFailed(undefined)} />;
  if (!isShown(file)) return <OtherView file={file} />;
  const fail = async (failure?: Failure) =>
    setFailed({ address, failure: failure ?? (await failureOf(file, address)) });
  const view = { ...props, onFailure: (failure?: Failure) => void fail(failure) };
  switch (file.kind) {
    case 'image':
      return <ImageView {...view} source={file.picture ?? file.file} />;
    case 'video':
      return <VideoView {...view} />;
    case 'audio':
      return <SoundView {...view} />;
    case 'pdf':
      return <LateView view={PdfView} {...view} />;
    case 'text':
      return <LateView view={TextView} {...view} />;
    case 'font':
      return <LateView view={FontView} {...view} />;
    case 'archive':
      return <LateView view={ArchiveView} {...view} />;
    default:
      // Other documents are opened by a picture of them, or for their words.
      return isShownByPicture(file) ? (
        <ImageView {...view} source={file.picture ?? file.file} />
      ) : (
        <LateView view={OfficeView} {...view} />
      );
  }
}

function LateView({ view: View, ...props }: ViewProps & { view: ComponentType<ViewProps> }) {
  const { t } = useTranslation();
  return (
    <Suspense
      fallback={
        props.file.kind === 'pdf' ? (
          <DrawnPage file={props.file} />
        ) : (
          <LoadingMark>{t('files.loading')}</LoadingMark>
        )
      }
    >
      <View {...props} />
    </Suspense>
  );
}

/** Browsers do not say why something failed, so the server is asked whether the bytes are there. */
async function failureOf({ kind }: ProjectFile, address: string): Promise<Failure> {
  try {
    await expectAnswer(address);
    return kind === 'archive' ? 'broken' : 'unshowable';
  } catch {
    return 'unreachable';
  }
}
