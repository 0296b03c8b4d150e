import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useMemo, useRef } from 'react';
import { VersionDownload } from './VersionDownload.tsx';
import classes from './VersionDownloads.module.css';
import { useInSight } from './use-in-sight.ts';

type Props = {
  version: Pick<Version, 'id' | 'size' | 'file_count'>;
  /** True if the version's row has the download on a desktop, and a bar at the foot of the screen on a phone. */
  isNewest: boolean;
  children: ReactNode;
};

/** The files of a version with its download behind them, which on a phone follows the reader once out of sight. */
export function VersionDownloads({ version, isNewest, children }: Props) {
  const top = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(useMemo(() => [top, end], []));
  return (
    <div className={classes.version} data-newest={isNewest || undefined}>
      {/* The first screen belongs to the work. */}
      <div ref={top} className={classes.top} />
      {children}
      <div ref={end} className={classes.end}>
        <VersionDownload version={version} isWide={isNewest} />
      </div>
      {isNewest && !isInSight && (
        <div className={classes.bar}>
          <VersionDownload version={version} isWide />
        </div>
      )}
    </div>
  );
}
