import { Modal, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconExternalLink, IconX } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import { FileName } from '../grid/FileName.tsx';
import { WebSizeLink } from '../downloads/WebSizeLink.tsx';
import { downloadUrl } from '../grid/file-opening.ts';
import { PickButton } from '../picks/PickButton.tsx';
import { AllFilesButton } from './AllFilesButton.tsx';
import classes from './FileViewer.module.css';
import { FullScreenButton } from './FullScreenButton.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import type { ReaderTools } from './documents/reader-tools.ts';

/** Width of phones, as in FileViewer.module.css. */
const PHONE = '(max-width: 47.99em)';

type Props = {
  file: ProjectFile;
  /** From 1. */
  index: number;
  count: number;
  isOpen: boolean;
  /** True if the reader comes back from a comparison. */
  wasCompared: boolean;
  /** Buttons of this file that may stand in a phone's menu. */
  tools: ReactNode;
  /** Buttons that lead to a place in the file, and ask about it. */
  placeTools: ReactNode;
  onClose: () => void;
  /** Called with the menu in which a document's tools stand on a phone, or with null. */
  onToolsTarget: (tools: ReaderTools | null) => void;
  /** Called with true while a phone's menu is open. */
  onMenu: (isOpen: boolean) => void;
};

/** Name and position of the file, and its buttons. */
export function ViewerBar(props: Props) {
  const { file, index, count, isOpen, tools, placeTools, onClose, onToolsTarget, onMenu, wasCompared } =
    props;
  const { t } = useTranslation();
  const format = useFormat();
  const isPdf = file.kind === 'pdf';
  const facts = [
    count > 1 && t('viewer.place', { place: format.number(index), count }),
    format.bytes(file.size),
    file.modified_at !== null && t('viewer.modified', { date: format.date(file.modified_at) }),
    file.kind === 'image' && file.pages !== null && t('viewer.firstPage', { count: file.pages }),
    isPdf && file.preview !== null && t('viewer.asPages'),
  ];
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  // A document on a phone also has tools of its own.
  const isInMenu = isPhone && isPdf;
  const others = (
    <>
      {isPdf && (
        <a
          className={classes.button}
          href={file.preview ?? file.file}
          target="_blank"
          rel="noopener"
          aria-label={t('viewer.openInTab')}
          title={t('viewer.openInTab')}
        >
          <IconExternalLink size={20} aria-hidden />
        </a>
      )}
      {tools}
      {isInMenu && placeTools}
      {count > 1 && <PickButton file={file} isOpen={isOpen} />}
      <FullScreenButton isOpen={isOpen} />
      {count > 1 && <AllFilesButton versionId={file.version} />}
      <WebSizeLink versionId={file.version} files={[file]} isAll={false} className={classes.button} />
    </>
  );
  return (
    <div className={classes.bar}>
      <div className={classes.what}>
        <Modal.Title component="h2" className={classes.title}>
          <FileName name={file.name} />
        </Modal.Title>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {!isInMenu && placeTools}
      {isPhone ? (
        <MoreMenu onToolsTarget={onToolsTarget} onOpenChange={onMenu} isFocused={wasCompared}>
          {others}
        </MoreMenu>
      ) : (
        others
      )}
      <a className={classes.word} href={downloadUrl(file)}>
        <span className={classes.wordText}>{t('files.downloadShort')}</span>
        <IconDownload size={20} className={classes.wordIcon} aria-hidden />
        {/* The name of the link holds the word that is shown, whatever the language makes of it in a sentence. */}
        <VisuallyHidden> {file.name}</VisuallyHidden>
      </a>
      <button
        type="button"
        className={classes.button}
        onClick={onClose}
        aria-label={t('actions.close')}
        title={t('actions.close')}
        data-autofocus
      >
        <IconX size={22} aria-hidden />
      </button>
    </div>
  );
}
