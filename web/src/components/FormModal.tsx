import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'> & {
  /** Once the closing is over, so that nothing changes while it is still in sight. */
  onExited?: () => void;
};

/** A dialog with a form: never closed by a stray click outside while something is typed. */
export function FormModal({ opened, onClose, title, size = 'lg', children, onExited }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      padding="lg"
      closeOnClickOutside={false}
      {...(onExited && { onExitTransitionEnd: onExited })}
      closeButtonProps={{ 'aria-label': t('actions.close'), size: 44, iconSize: 20 }}
    >
      {children}
    </Modal>
  );
}
