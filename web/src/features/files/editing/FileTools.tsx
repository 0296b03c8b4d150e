import { IconDotsVertical, IconGripVertical } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { use, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileActionsContext } from './file-actions.ts';
import { FileMenu } from './FileMenu.tsx';
import classes from './FileTools.module.css';

/** On the picture of a card: the handle that moves it, and the menu of the other things that change a file. */
export function FileTools({ file, place }: { file: ProjectFile; place: number }) {
  const { t } = useTranslation();
  const actions = use(FileActionsContext);
  // A menu costs more than the card it is on, and a version may have hundreds.
  const [isMenuUsed, setMenuUsed] = useState(false);
  if (!actions) return null;
  const { name } = file;
  const label = t('files.actionsOf', { name });
  return (
    <div className={classes.tools}>
      {actions.coverId === file.id && <span className={classes.cover}>{t('files.cover')}</span>}
      {actions.count > 1 && (
        <button
          type="button"
          data-handle
          className={classes.tool}
          aria-label={t('files.drag', { name })}
          title={t('milestones.dragHint')}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
      )}
      {isMenuUsed ? (
        <FileMenu file={file} place={place} actions={actions} label={label} className={classes.tool} />
      ) : (
        <button
          type="button"
          className={classes.tool}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => setMenuUsed(true)}
        >
          <IconDotsVertical size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}
