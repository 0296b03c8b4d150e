import { useQuery } from '@tanstack/react-query';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { projectQuery } from '../../projects/api.ts';
import { wholeProjectQuery } from './whole-project.ts';
import classes from '../viewer/FileViewer.module.css';
import { comparedAs, pairFor } from './choosing/pairing.ts';

/** The id of no file: which one to compare with is chosen by hand. */
const CHOOSE = 0;

type Props = {
  file: ProjectFile;
  isFocused: boolean;
  onCompare: (otherId: number) => void;
};

/** Compares the file with its namesake in the nearest older version, which the click looks up. */
export function CompareButton({ file, isFocused, onCompare }: Props) {
  const { t } = useTranslation();
  const projectId = Number(useParams()['id']);
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: projectId > 0 });
  const [isLooking, setLooking] = useState(false);
  const isOffered =
    comparedAs(file) !== undefined &&
    project?.versions.some(({ id, file_count }) => id !== file.version && file_count > 0) === true;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused && isOffered) button.current?.focus();
  }, [isFocused, isOffered]);
  if (!isOffered) return null;

  const compare = async () => {
    setLooking(true);
    try {
      const { versions } = await queryClient.fetchQuery(wholeProjectQuery(projectId));
      onCompare(pairFor(file, versions)?.id ?? CHOOSE);
    } catch (error) {
      // The comparison loads the files again, and says what is wrong.
      console.error('find a file to compare with', error);
      onCompare(CHOOSE);
    } finally {
      setLooking(false);
    }
  };
  return (
    <button
      ref={button}
      type="button"
      className={classes.button}
      onClick={() => void compare()}
      disabled={isLooking}
      aria-label={t('compare.open')}
      title={t('compare.open')}
    >
      <IconArrowsDiff size={20} aria-hidden />
    </button>
  );
}
