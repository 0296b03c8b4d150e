import { Accordion } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { ReactNode } from 'react';
import { VersionItem } from './VersionItem.tsx';
import classes from './VersionItem.module.css';
import type { OpenVersions } from './use-open-versions.ts';

type Props = {
  /** Oldest first, as the API lists them. */
  versions: readonly Version[];
  panels: OpenVersions;
  renderFiles: (versionId: number) => ReactNode;
  /** For those who may change things. */
  renderMenu?: (version: Version) => ReactNode;
};

/** Newest on top and marked current; older ones below (DECISIONS "Order of lists"). */
export function VersionList({ versions, panels, renderFiles, renderMenu }: Props) {
  return (
    <Accordion
      multiple
      order={3}
      variant="separated"
      value={panels.open}
      onChange={panels.setOpen}
      classNames={{ item: classes.item ?? '', control: classes.control ?? '' }}
    >
      {versions.toReversed().map((version, place) => (
        <VersionItem
          key={version.id}
          version={version}
          isCurrent={place === 0}
          isOpen={panels.open.includes(String(version.id))}
          renderFiles={renderFiles}
          menu={renderMenu?.(version)}
        />
      ))}
    </Accordion>
  );
}
