import { ActionIcon, Progress, Text } from '@mantine/core';
import {
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { uploadQueue } from '../uploads-of-tab.ts';
import { FileName } from '../../grid/FileName.tsx';
import type { Upload } from '../upload-list.ts';
import { isRunning, uploadPercent } from './upload-summary.ts';
import classes from './UploadTray.module.css';
import { useUploadStatus } from '../use-upload-status.ts';

/** One file of the tray: name, progress, and its buttons. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const format = useFormat();
  const status = useUploadStatus(upload);
  const { key, state } = upload;
  // The name of an upload of an earlier visit comes from the server, which may not answer.
  const name = upload.name || format.bytes(upload.sizeBytes);
  const percent = uploadPercent(upload);
  const isPercentShown = isRunning(state) || state === 'paused' || state === 'interrupted';

  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.rowText}>
        <Text component="span" size="sm">
          <FileName name={name} />
        </Text>
        <Text
          component="span"
          size="xs"
          c={state === 'failed' ? 'red' : 'dimmed'}
          className={classes.figures}
        >
          {status}
        </Text>
        {isPercentShown && state !== 'waiting' && (
          <Progress
            value={percent}
            size={4}
            color={state === 'sending' ? 'petrol' : 'gray'}
            aria-label={t('uploads.progressOf', { name, percent: format.percent(percent) })}
          />
        )}
      </div>
      <div className={classes.rowActions}>
        {isRunning(state) && (
          <RowAction
            Icon={IconPlayerPause}
            label={t('uploads.pauseOne', { name })}
            onClick={() => uploadQueue.pause([key])}
          />
        )}
        {state === 'paused' && (
          <RowAction
            Icon={IconPlayerPlay}
            label={t('uploads.resumeOne', { name })}
            onClick={() => uploadQueue.resume([key])}
          />
        )}
        {state === 'failed' && (
          <RowAction
            Icon={IconRefresh}
            label={t('uploads.retryOne', { name })}
            onClick={() => uploadQueue.resume([key])}
          />
        )}
        {state === 'done' ? (
          <IconCheck size={20} className={classes.check} aria-hidden />
        ) : (
          <RowAction
            Icon={IconX}
            label={t('uploads.cancelOne', { name })}
            onClick={() => uploadQueue.cancel([key])}
          />
        )}
      </div>
    </li>
  );
});

type RowActionProps = { Icon: TablerIcon; label: string; onClick: () => void };

function RowAction({ Icon, label, onClick }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={40} onClick={onClick} aria-label={label} title={label}>
      <Icon size={18} />
    </ActionIcon>
  );
}
