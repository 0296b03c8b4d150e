import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { useFormat } from '../../components/use-format.ts';
import { useCancelSubscription, useResumeSubscription } from './api.ts';

/** Cancels a subscription, after a question that says until when the plan stays, or resumes it. */
export function useChangeSubscription({ plan, status, current_period_end, can_resume }: Subscription) {
  const { t } = useTranslation();
  const format = useFormat();
  const cancel = useCancelSubscription();
  const resume = useResumeSubscription();
  const date = current_period_end === null ? '' : format.date(current_period_end);
  const isOverdue = status === 'past_due';

  const askToCancel = (title: string, confirmLabel: string) =>
    confirmDelete({
      title,
      message: isOverdue
        ? t('billing.cancelNowText')
        : t(can_resume ? 'billing.cancelText' : 'billing.cancelFinalText', { plan: plan.name, date }),
      confirmLabel,
      cancelLabel: t('billing.cancelKeep'),
      onConfirm: () =>
        cancel.mutate(undefined, {
          onSuccess: () =>
            toastSuccess(isOverdue ? t('billing.ended') : t('billing.cancelled', { plan: plan.name, date })),
          onError: (error) => toastError(errorText(t, error)),
        }),
    });

  const askCancel = () =>
    askToCancel(t('billing.cancelTitle', { plan: plan.name }), t('billing.cancelConfirm'));
  /** Like askCancel, worded for a user who chooses the free plan. */
  const askDowngrade = () => askToCancel(t('billing.downgradeTitle'), t('billing.downgrade'));

  const resumePlan = () =>
    resume.mutate(undefined, {
      onSuccess: () => toastSuccess(t('billing.resumed', { plan: plan.name })),
      onError: (error) => toastError(errorText(t, error)),
    });

  return {
    askCancel,
    askDowngrade,
    resumePlan,
    isCancelling: cancel.isPending,
    isResuming: resume.isPending,
  };
}
