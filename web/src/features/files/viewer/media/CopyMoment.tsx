import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { toastError, toastSuccess } from '../../../../components/feedback/toast.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { copyLater } from '../../../../lib/clipboard.ts';
import { addressOfMoment } from './moment.ts';

/** Copies the address that opens a film at the moment that is shown. */
export function CopyMoment({ film }: { film: RefObject<HTMLVideoElement | null> }) {
  const { t } = useTranslation();
  const copy = async () => {
    const address = addressOfMoment(location.href, film.current?.currentTime ?? 0);
    try {
      await copyLater(() => Promise.resolve(address));
      toastSuccess(t('viewer.momentCopied'));
    } catch (error) {
      console.error(error);
      toastError(t('viewer.momentFailed', { address }));
    }
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      c="dark.0"
      h={44}
      leftSection={<IconLink size={18} aria-hidden />}
      onClick={() => void copy()}
    >
      {t('viewer.copyMoment')}
    </Button>
  );
}
