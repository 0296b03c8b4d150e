import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import type { UploadSummary } from './upload-summary.ts';

/** The two lines at the head of the tray, in the reader's language. */
export function useTrayTexts(summary: UploadSummary): { headline: string; details: string } {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, done, running, paused, failed, interrupted, percent, bytesPerSecond, secondsLeft } = summary;

  if (running > 0) {
    const parts = [format.percent(percent)];
    if (bytesPerSecond > 0) parts.push(t('uploads.speed', { amount: format.bytes(bytesPerSecond) }));
    if (secondsLeft !== null) parts.push(timeLeft(secondsLeft));
    return { headline: t('uploads.running', { done, count: total }), details: parts.join(' · ') };
  }
  if (paused > 0)
    return { headline: t('uploads.paused', { count: paused }), details: format.percent(percent) };
  if (failed > 0) return { headline: t('uploads.failed', { count: failed }), details: '' };
  if (interrupted > 0) return { headline: t('uploads.interrupted', { count: interrupted }), details: '' };
  return { headline: t('uploads.done', { count: done }), details: '' };

  function timeLeft(seconds: number): string {
    if (seconds < 60) return t('uploads.secondsLeft', { count: seconds });
    if (seconds < 3600) return t('uploads.minutesLeft', { count: Math.round(seconds / 60) });
    return t('uploads.hoursLeft', {
      hours: format.number(Math.floor(seconds / 3600)),
      minutes: format.number(Math.round((seconds % 3600) / 60)),
    });
  }
}
