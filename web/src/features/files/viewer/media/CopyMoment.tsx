import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { toastError, toastSuccess } from '../../../../components/feedback/toast.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { copyLater } from '../../../../lib/clipboard.ts';
import { addressOfPlace } from '../places/place-address.ts';
import { momentOf } from './shown-frame.ts';

/** Copies the address that opens a film at the moment that is shown. */
export function CopyMoment({ film }: { film: RefObject<HTMLVideoElement | null> }) {
  const { t } = useTranslation();
  const copy = async () => {
    const address = addressOfPlace(location.href, film.current ? { t: momentOf(film.current) } : {});
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
