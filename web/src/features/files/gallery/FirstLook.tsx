import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FirstLook.module.css';

/**
 * An opened file by its picture, where the viewer will show it, until the viewer's code is there; in the page that the
 * server renders too.
 */
export function FirstLook({ file, onClose }: { file: ProjectFile; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.look} data-kind={file.kind}>
      <p dir="auto">{file.name}</p>
      <a
        href="?"
        aria-label={t('actions.close')}
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      />
      <div>
        <FilePicture file={file} sizes="100vw" loading="eager" fetchPriority="high" />
      </div>
    </div>
  );
}
