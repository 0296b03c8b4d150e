import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { startUploads } from './uploads/uploads-of-tab.ts';
import classes from './FileDropArea.module.css';
import { usePastedFiles } from './uploads/use-pasted-files.ts';
import { useTakeDropped } from './use-take-dropped.ts';

type Props = { versionId: number; children: ReactNode };

/** Uploads files and folders that are dropped on it, and pasted files, to a version. */
export function FileDropArea({ versionId, children }: Props) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);

  const take = useTakeDropped((files) => startUploads(versionId, files));
  usePastedFiles(area, (files) => startUploads(versionId, files));

  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node && area.current?.contains(event.relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer);
  };

  return (
    <div
      ref={area}
      className={classes.area}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
      {isOver && <div className={classes.overlay}>{t('work.dropHere')}</div>}
    </div>
  );
}
