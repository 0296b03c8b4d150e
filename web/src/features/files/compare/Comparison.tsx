import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconSwitchHorizontal } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { LoadingMark } from '../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { wholeProjectQuery } from './whole-project.ts';
import viewer from '../viewer/FileViewer.module.css';
import classes from './Comparison.module.css';
import { FileChoice } from './choosing/FileChoice.tsx';
import { candidatesFor, comparedAs } from './choosing/pairing.ts';
import { FilmComparison } from './films/FilmComparison.tsx';
import { PictureComparison } from './pictures/PictureComparison.tsx';
import type { Side } from './side.ts';

const DocumentComparison = lazy(async () => {
  const code = await loadWithTexts(
    ['compare', 'documents', 'projects', 'viewer'],
    () => import('./documents/DocumentComparison.tsx'),
  );
  return { default: code.DocumentComparison };
});

type Props = {
  file: ProjectFile;
  withId: number;
  /** False between closing and the removal of the content. */
  isOpen: boolean;
  tools: ReactNode;
  onChoose: (otherId: number) => void;
  onClose: () => void;
};

/** Two versions of a file in the viewer's place: the older one first, whichever was open. */
export function Comparison({ file, withId, isOpen, tools, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const query = useQuery(wholeProjectQuery(Number(useParams()['id'])));
  const [isChoosing, setChoosing] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);

  const versions = query.data?.versions ?? [];
  const other = versions.flatMap(({ files }) => files).find(({ id }) => id === withId);
  const isPair = other !== undefined && other.id !== file.id && comparedAs(other) === comparedAs(file);
  const isChosen = isPair && !isChoosing;
  const choose = (chosen: ProjectFile) => {
    setChoosing(false);
    onChoose(chosen.id);
  };
  return (
    <>
      <div className={viewer.bar}>
        <button
          ref={back}
          type="button"
          className={viewer.button}
          onClick={onClose}
          aria-label={t('compare.close')}
          title={t('compare.close')}
        >
          <IconArrowLeft size={22} aria-hidden />
        </button>
        <div className={viewer.what}>
          <Modal.Title component="h2" className={viewer.title}>
            {t('compare.title', { name: file.name })}
          </Modal.Title>
        </div>
        {isChosen && (
          <button type="button" className={classes.other} onClick={() => setChoosing(true)}>
            <IconSwitchHorizontal size={20} aria-hidden />
            <span>{t('compare.another')}</span>
          </button>
        )}
        {isChosen && tools}
      </div>
      <div className={classes.body}>
        {query.isPending && <LoadingMark>{t('files.loading')}</LoadingMark>}
        {query.error && !query.data && (
          <ErrorState
            error={query.error}
            fallback={t('files.listFailed')}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data && !isChosen && (
          <FileChoice
            versions={candidatesFor(file, versions)}
            // An address that names a file which is not there.
            isGone={withId > 0 && !isPair}
            onChoose={choose}
          />
        )}
        {isChosen && (
          <Suspense fallback={<LoadingMark>{t('files.loading')}</LoadingMark>}>
            <Pair
              key={`${file.id}-${other.id}`}
              sides={inOrder(file, other, versions, (number) => t('versions.name', { number }))}
              isOpen={isOpen}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

type PairProps = { sides: [older: Side, newer: Side]; isOpen: boolean };

function Pair(props: PairProps) {
  const files = props.sides.map(({ file }) => file);
  if (files.some((file) => comparedAs(file) === 'film')) return <FilmComparison {...props} />;
  if (files.every(({ kind }) => kind === 'pdf')) return <DocumentComparison {...props} />;
  return <PictureComparison {...props} />;
}

/** The file of the older version first; of one version, in the order in which they came. */
function inOrder(
  file: ProjectFile,
  other: ProjectFile,
  versions: readonly Version[],
  nameOf: (number: string) => string,
): [older: Side, newer: Side] {
  const indexOf = (each: ProjectFile) => versions.findIndex(({ id }) => id === each.version);
  const sideOf = (each: ProjectFile): Side => ({
    file: each,
    label: nameOf(versions[indexOf(each)]?.version_number ?? ''),
  });
  const isLater = indexOf(file) - indexOf(other) || file.id - other.id;
  return isLater > 0 ? [sideOf(other), sideOf(file)] : [sideOf(file), sideOf(other)];
}
