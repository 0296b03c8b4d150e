import { useTranslation } from '../../../i18n/use-translation.ts';
import { errorText } from '../../../components/feedback/error-text.ts';
import { useFormat } from '../../../components/use-format.ts';
import { NetworkError } from '../../../lib/api-error.ts';
import { LimitBetweenError } from './limit-between.ts';
import { ChangedFileError, UnreadableFileError } from './upload-failure.ts';
import type { Upload } from './upload-list.ts';
import { uploadPercent } from './tray/upload-summary.ts';

/** One line about an upload: its progress, what it waits for, or why it failed. */
export function useUploadStatus(upload: Upload): string {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, sentBytes, sizeBytes, error } = upload;
  const amount = t('uploads.amount', { sent: format.bytes(sentBytes), size: format.bytes(sizeBytes) });

  switch (state) {
    case 'waiting':
      return t('uploads.status.waiting', { size: format.bytes(sizeBytes) });
    case 'sending':
      if (error instanceof ChangedFileError) return t('uploads.status.changed');
      return sentBytes >= sizeBytes ? t('uploads.status.finishing') : amount;
    case 'retrying':
      if (error instanceof ChangedFileError) return t('uploads.status.changed');
      return error instanceof NetworkError ? t('uploads.status.offline') : t('uploads.status.retrying');
    case 'paused':
      return `${t('uploads.status.paused')} · ${amount}`;
    case 'interrupted':
      return t('uploads.status.interrupted', { percent: format.percent(uploadPercent(upload)) });
    case 'failed':
      if (error instanceof ChangedFileError) return t('uploads.status.changing');
      if (error instanceof LimitBetweenError)
        return t('uploads.status.limitBetween', { size: format.bytes(error.bytes) });
      return error instanceof UnreadableFileError ? t('uploads.status.unreadable') : errorText(t, error);
    case 'done':
      return format.bytes(sizeBytes);
    default:
      return state satisfies never;
  }
}
