import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { use } from 'react';
import { ItemMenu } from '../../../components/lists/ItemMenu.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileActionsContext } from './file-actions.ts';
import { FileMenu } from './FileMenu.tsx';
import classes from './FileMenuButton.module.css';

/** Beside a file's name: a mark on the version's cover, and the menu of everything that is done with the file. */
export function FileMenuButton({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  const actions = use(FileActionsContext);
  if (!actions) return null;
  return (
    <span className={classes.end}>
      {actions.coverId === file.id && <span className={classes.cover}>{t('work.cover')}</span>}
      <ItemMenu label={t('work.actionsOf', { name: file.name })} className={classes.button} width={220}>
        <FileMenu file={file} index={actions.indexOf(file)} actions={actions} />
      </ItemMenu>
    </span>
  );
}
