import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { FilePicture } from '../../../../components/pictures/FilePicture.tsx';
import { FileIcon } from '../../grid/FileIcon.tsx';
import classes from './FileChoice.module.css';

type Props = {
  /** With the files that may be chosen. */
  versions: readonly Version[];
  /** True if the address names a file that is not there. */
  isGone: boolean;
  onChoose: (file: ProjectFile) => void;
};

/** Chooses the file to compare with by hand, where no name says it. */
export function FileChoice({ versions, isGone, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.choice}>
      <output className={classes.notes}>
        {isGone && <span className={classes.note}>{t('compare.gone')}</span>}
        <span className={classes.note}>{t(versions.length > 0 ? 'compare.choose' : 'compare.nothing')}</span>
      </output>
      {versions.map(({ id, version_number, files }) => (
        <section key={id} aria-labelledby={`compare-version-${id}`}>
          <h3 id={`compare-version-${id}`} className={classes.version}>
            {t('versions.name', { number: version_number })}
          </h3>
          <ul className={classes.files}>
            {files.map((file) => (
              <li key={file.id}>
                <button type="button" className={classes.file} onClick={() => onChoose(file)}>
                  <span className={classes.picture}>
                    <FilePicture
                      file={file}
                      sizes="56px"
                      fallback={<FileIcon kind={file.kind} size={24} />}
                    />
                  </span>
                  <span dir="auto" className={classes.name}>
                    {file.name}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
