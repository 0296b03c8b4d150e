import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { MAX_CHOSEN_FILES } from '@vitrin/shared/rules/chosen-files.ts';
import { type ComponentType, memo, useId } from 'react';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useGrowingCount } from '../../../components/lists/use-growing-count.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import { FileName } from '../grid/FileName.tsx';
import { downloadUrl } from '../grid/file-opening.ts';
import classes from './ChooseFilesModal.module.css';
import { PickMenu } from '../picks/PickMenu.tsx';
import { usePicks } from '../picks/use-picks.ts';
import { startDownload } from './start-download.ts';
import { WebSizeLink } from './WebSizeLink.tsx';
import { useChosenFiles } from './use-chosen-files.ts';
import { useZipDownload } from './use-zip-download.ts';

type Props = {
  versionId: number;
  files: readonly ProjectFile[];
  isOpen: boolean;
  onClose: () => void;
  /** For freelancers: deletes the chosen files. */
  onDelete?: (files: readonly ProjectFile[]) => void;
  /** For freelancers: the other things that are done with the chosen files. */
  Edit?: ComponentType<{ files: readonly ProjectFile[]; onClose: () => void }> | undefined;
};

/**
 * Chosen files as an archive (specification 6.9). Only a reader's choice, which deletes nothing, is kept in the
 * browser.
 */
export function ChooseFilesModal({ versionId, files, isOpen, onClose, onDelete, Edit }: Props) {
  const { t } = useTranslation();
  // A dialog stores the focused element when it opens, to restore it; one that is open at its first render stores nothing.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={onClose}
      title={t(onDelete ? 'files.select' : 'files.mySelection')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('actions.close'), size: 44, iconSize: 20 }}
    >
      <Choice
        versionId={versionId}
        files={files}
        Edit={Edit}
        onClose={onClose}
        {...(onDelete && { onDelete })}
      />
    </Modal>
  );
}

function Choice({
  versionId,
  files,
  onDelete,
  Edit,
  onClose,
}: Pick<Props, 'versionId' | 'files' | 'onDelete' | 'Edit' | 'onClose'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const picks = usePicks(versionId);
  const { ids, chosen, choose, chooseAll, chooseAllByKey, listProps } = useChosenFiles(
    files,
    onDelete ? undefined : picks,
  );
  const { download, isPreparing } = useZipDownload(versionId);
  const [first, ...others] = chosen;
  const isAll = chosen.length === files.length;
  const isTooMany = chosen.length > MAX_CHOSEN_FILES && !isAll;
  const size = format.bytes(chosen.reduce((sum, file) => sum + file.size, 0));

  const start = () => {
    if (!first) return;
    if (others.length === 0) startDownload(downloadUrl(first));
    else void download(isAll ? undefined : chosen.map(({ id }) => id));
  };
  return (
    <>
      {!onDelete && (
        <Text size="sm" c="dimmed">
          {t('chooser.mine')} <span className={classes.byKey}>{t('chooser.mineByKey')}</span>
        </Text>
      )}
      <label className={classes.row}>
        <input
          type="checkbox"
          className={classes.box}
          data-autofocus
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && chosen.length > 0;
          }}
          onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
          onKeyDown={chooseAllByKey}
        />
        <Text span fw={550} id={heading}>
          {t('chooser.all')}
        </Text>
      </label>
      <ul className={classes.list} aria-labelledby={heading} {...listProps}>
        <Rows files={files} ids={ids} onChoose={choose} />
      </ul>
      <Group className={classes.foot} gap="sm">
        <Text size="sm" c="dimmed" component="output">
          {isPreparing && t('files.zipPreparing')}
          {isTooMany && t('chooser.tooMany', { max: MAX_CHOSEN_FILES })}
        </Text>
        {!onDelete && <PickMenu versionId={versionId} files={files} picked={chosen} />}
        {Edit && <Edit files={chosen} onClose={onClose} />}
        {onDelete && (
          <Button
            variant="default"
            c="red"
            h={44}
            disabled={!first}
            leftSection={<IconTrash size={18} />}
            onClick={() => onDelete(chosen)}
          >
            {t('actions.delete')}
          </Button>
        )}
        {!isTooMany && (
          <WebSizeLink versionId={versionId} files={chosen} isAll={isAll} className={classes.web} hasText />
        )}
        <Button
          h={44}
          leftSection={<IconDownload size={18} />}
          disabled={!first || isTooMany}
          loading={isPreparing}
          onClick={start}
        >
          {first ? t('chooser.download', { count: chosen.length, size }) : t('files.downloadShort')}
        </Button>
      </Group>
    </>
  );
}

type OnChoose = (index: number, isChosen: boolean, isRange: boolean) => void;
type RowsProps = { files: readonly ProjectFile[]; ids: ReadonlySet<number>; onChoose: OnChoose };

const FIRST_ROWS = 24;

function Rows({ files, ids, onChoose }: RowsProps) {
  const count = useGrowingCount(files.length, { first: FIRST_ROWS });
  return files
    .slice(0, count)
    .map((file, index) => (
      <Row key={file.id} file={file} index={index} isChosen={ids.has(file.id)} onChoose={onChoose} />
    ));
}

type RowProps = {
  file: ProjectFile;
  index: number;
  isChosen: boolean;
  onChoose: OnChoose;
};

/** Plain elements, because a version may have thousands of files. */
const Row = memo(function Row({ file, index, isChosen, onChoose }: RowProps) {
  const format = useFormat();
  return (
    <li className={classes.item}>
      <label className={classes.row}>
        <input
          type="checkbox"
          className={classes.box}
          checked={isChosen}
          aria-label={`${file.name}, ${format.bytes(file.size)}`}
          // A click, also that of the space bar, knows of the shift key.
          onClick={({ currentTarget, shiftKey }) => onChoose(index, currentTarget.checked, shiftKey)}
          readOnly
        />
        <RowFile file={file} />
      </label>
    </li>
  );
});

/** Stays as it is when thousands are chosen at once. */
const RowFile = memo(function RowFile({ file }: { file: ProjectFile }) {
  const format = useFormat();
  return (
    <>
      <span className={classes.picture}>
        <FilePicture
          file={file}
          sizes="40px"
          className={classes.image}
          fallback={<FileIcon kind={file.kind} size={22} />}
        />
      </span>
      <span className={classes.name}>
        <FileName name={file.name} />
      </span>
      <span className={classes.size}>{format.bytes(file.size)}</span>
    </>
  );
});
