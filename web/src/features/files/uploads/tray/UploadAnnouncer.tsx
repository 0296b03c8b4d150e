import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { UploadSummary } from './upload-summary.ts';

/** Announces to screen readers when uploads begin, stop and end, but not every percent. */
export function UploadAnnouncer({ summary }: { summary: UploadSummary }) {
  const { t } = useTranslation();
  return <VisuallyHidden component="output">{announcement()}</VisuallyHidden>;

  function announcement(): string {
    const { total, done, running, paused, failed } = summary;
    const problem = failed > 0 ? t('uploads.failed', { count: failed }) : '';
    if (running > 0) return [t('uploads.begun', { count: total }), problem].filter(Boolean).join(' ');
    if (paused > 0) return t('uploads.paused', { count: paused });
    if (problem) return problem;
    return done > 0 ? t('uploads.done', { count: done }) : '';
  }
}
