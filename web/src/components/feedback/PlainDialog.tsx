import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'>;

/** A dialog in which nothing is lost when it is closed; `FormModal` asks first. */
export function PlainDialog({ size = 'lg', ...props }: Props) {
  const { t } = useTranslation();
  const close = { 'aria-label': t('actions.close'), size: 44, iconSize: 20 };
  return <Modal {...props} size={size} padding="lg" closeButtonProps={close} />;
}
