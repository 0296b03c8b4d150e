import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { downloadUrl, shownExtension } from '../grid/file-opening.ts';
import classes from './FileViewer.module.css';
import { FormatName } from './formats/FormatName.tsx';
import { PreviewNote } from './PreviewNote.tsx';

/**
 * Reason why a file is not shown: its bytes are out of reach, this browser cannot show them, or no browser can (an
 * Adobe form, too many pixels, a broken or locked archive, too long a list).
 */
export type Failure = 'unreachable' | 'unshowable' | 'form' | 'large' | 'broken' | 'locked' | 'long';

const SENTENCES = {
  unreachable: 'viewer.loadError',
  unshowable: 'viewer.unshowable',
  form: 'viewer.form',
  large: 'viewer.tooLarge',
  broken: 'viewer.brokenArchive',
  locked: 'viewer.lockedArchive',
  long: 'viewer.longArchive',
} as const;

type Props = { file: ProjectFile; failure: Failure; onRetry: () => void };

/** To try again is offered only where it may help (specification 2.9). */
export function LoadFailure({ file, failure, onRetry }: Props) {
  const { t } = useTranslation();
  const extension = shownExtension(file.name);
  const isNameless = failure === 'unshowable' && extension === '';
  const sentence = isNameless ? 'viewer.notShown' : SENTENCES[failure];
  const isReachable = failure !== 'unreachable';
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={32} aria-hidden />
      <Text fw={600}>{t(sentence, { format: extension })}</Text>
      {isNameless && <FormatName file={file} />}
      {file.preview_percent === null ? (
        <Text size="sm">{t(isReachable ? 'viewer.downloadInstead' : 'viewer.tryAgainLater')}</Text>
      ) : (
        <PreviewNote percent={file.preview_percent} />
      )}
      <Group gap="sm" justify="center">
        {!isReachable && (
          <Button variant="default" onClick={onRetry}>
            {t('actions.tryAgain')}
          </Button>
        )}
        <Button component="a" variant="default" href={downloadUrl(file)}>
          {t('files.downloadShort')}
        </Button>
      </Group>
    </div>
  );
}
