import { Modal, type ModalProps, Skeleton } from '@mantine/core';
import { useId, useWindowEvent } from '@mantine/hooks';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { KeepChanges } from './KeepChanges.tsx';
import { ReportChangesContext } from './unsaved-changes.ts';

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'> & {
  /** Pixels of the form, kept for it while its code is loading. */
  formHeight?: number;
  /** Called after the closing transition, so that nothing changes while the dialog is still visible. */
  onExited?: () => void;
};

/**
 * Dialog with a form. A click outside never closes it, and only its own Cancel discards unsaved changes without asking
 * (`useUnsavedChanges`). While it fades out it ignores input, so that a second click sends nothing.
 */
export function FormModal({ opened, onClose, title, size = 'lg', children, formHeight, onExited }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [wasOpened, setWasOpened] = useState(opened);
  const [opening, setOpening] = useState(1);
  const [changedParts, setChangedParts] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const isChanged = opened && changedParts.length > 0;
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setAsking(false);
    if (opened) setOpening(opening + 1);
  }
  const report = useCallback((part: string, isNowChanged: boolean) => {
    setChangedParts((parts) => {
      if (parts.includes(part) === isNowChanged) return parts;
      return isNowChanged ? [...parts, part] : parts.filter((each) => each !== part);
    });
  }, []);
  const close = () => (isChanged ? setAsking(true) : onClose());
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !opened || !isMeant(event.target, id)) return;
      // The question listens at the window too, and the same key press would close it at once.
      event.stopImmediatePropagation();
      close();
    },
    { capture: true },
  );

  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={size}
        padding="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
        attributes={{ content: { inert: !opened, 'data-dialog': id } }}
        {...(onExited && { onExitTransitionEnd: onExited })}
        closeButtonProps={{ 'aria-label': t('actions.close'), size: 44, iconSize: 20 }}
      >
        <ReportChangesContext value={report}>
          <Suspense key={opening} fallback={<Skeleton height={formHeight} />}>
            {children}
          </Suspense>
        </ReportChangesContext>
      </Modal>
      {isChanged && <KeepChanges isAsking={isAsking} onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </>
  );
}

/** Escape closes what is open in front of the dialog first: a list of options, the field of a link, a question. */
function isMeant(target: EventTarget | null, id: string): boolean {
  if (!(target instanceof Element)) return true;
  if (target.getAttribute('data-mantine-stop-propagation') === 'true') return false;
  const dialog = target.closest('[role=dialog], dialog');
  return dialog === null || dialog.getAttribute('data-dialog') === id;
}
