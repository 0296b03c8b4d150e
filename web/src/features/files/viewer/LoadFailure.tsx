import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { downloadUrl } from '../grid/file-opening.ts';
import classes from './FileViewer.module.css';

/** Specification 2.9: a load failure in the viewer shows a load-error text and a try-again-later text. */
export function LoadFailure({ file, onRetry }: { file: ProjectFile; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={32} aria-hidden />
      <Text fw={600}>{t('files.loadError')}</Text>
      <Text size="sm">{t('files.tryAgainLater')}</Text>
      <Group gap="sm" justify="center">
        <Button variant="default" onClick={onRetry}>
          {t('actions.tryAgain')}
        </Button>
        <Button component="a" variant="default" href={downloadUrl(file)}>
          {t('files.downloadShort')}
        </Button>
      </Group>
    </div>
  );
}
