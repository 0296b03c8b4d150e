import { Modal, type ModalProps } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'> & {
  /** Once the closing is over, so that nothing changes while it is still in sight. */
  onExited?: () => void;
};

/**
 * A dialog with a form: never closed by a stray click outside while something is typed. While it fades away it takes
 * nothing more, so that a second click sends nothing twice; opened again meanwhile, its form begins anew.
 */
export function FormModal({ opened, onClose, title, size = 'lg', children, onExited }: Props) {
  const { t } = useTranslation();
  const [wasOpened, setWasOpened] = useState(opened);
  const [opening, setOpening] = useState(1);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpening(opening + 1);
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      padding="lg"
      closeOnClickOutside={false}
      attributes={{ content: { inert: !opened } }}
      {...(onExited && { onExitTransitionEnd: onExited })}
      closeButtonProps={{ 'aria-label': t('actions.close'), size: 44, iconSize: 20 }}
    >
      <Fragment key={opening}>{children}</Fragment>
    </Modal>
  );
}
