import { IconGripVertical } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { use } from 'react';
import { ItemMenu } from '../../../components/lists/ItemMenu.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileActionsContext } from './file-actions.ts';
import { FileMenu } from './FileMenu.tsx';
import classes from './FileTools.module.css';

/** Below the name of a card: the handle that moves it, and the menu of the other things that change a file. */
export function FileTools({ file, index }: { file: ProjectFile; index: number }) {
  const { t } = useTranslation();
  const actions = use(FileActionsContext);
  if (!actions) return null;
  const { name } = file;
  return (
    <div className={classes.tools}>
      {actions.coverId === file.id && <span className={classes.cover}>{t('work.cover')}</span>}
      {actions.count > 1 && (
        <button
          type="button"
          data-handle
          className={classes.tool}
          aria-label={t('work.drag', { name })}
          title={t('work.dragHint')}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
      )}
      <ItemMenu label={t('work.actionsOf', { name })} className={classes.tool} width={220}>
        <FileMenu file={file} index={index} actions={actions} />
      </ItemMenu>
    </div>
  );
}
