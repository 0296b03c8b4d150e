import { modals } from '@mantine/modals';
import { createElement } from 'react';
import { whenOverlaysReady } from '../../../components/feedback/overlays.ts';
import { getI18n } from '../../../i18n/i18n.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { ConfirmForm } from './ConfirmForm.tsx';

/** The person closed the question, so the change was not made. */
class NotConfirmedError extends ApiError {
  override name = 'NotConfirmedError';
}

/** Resolves once the person has confirmed that it is them. Throws NotConfirmedError when they close the dialog. */
export async function openConfirmation(): Promise<void> {
  await whenOverlaysReady();
  const { t } = getI18n();
  await new Promise<void>((resolve, reject) => {
    let isConfirmed = false;
    const refuse = () => {
      const detail = t('confirm.cancelled');
      reject(new NotConfirmedError({ status: 403, detail, fields: {}, retryAfterSeconds: null, data: null }));
    };
    const id = modals.open({
      title: t('confirm.title'),
      closeButtonProps: { 'aria-label': t('actions.close') },
      onClose: () => (isConfirmed ? resolve() : refuse()),
      children: createElement(ConfirmForm, {
        onCancel: () => modals.close(id),
        onConfirmed: () => {
          isConfirmed = true;
          modals.close(id);
        },
      }),
    });
  });
}
