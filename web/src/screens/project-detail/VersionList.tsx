import { Accordion, Button } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VersionItem } from './VersionItem.tsx';
import classes from './VersionItem.module.css';
import type { OpenVersions } from './use-open-versions.ts';

/** Number of versions beyond which the older ones are folded. */
const MOST_SHOWN = 6;

type Props = {
  /** Oldest first, as the API lists them. */
  versions: readonly Version[];
  panels: OpenVersions;
  /** Ids of those that clients do not see yet. */
  waiting: ReadonlySet<number>;
  /** The newest version stands alone; older ones are folded rows. */
  part: 'newest' | 'older';
  renderFiles: (version: Version) => ReactNode;
  renderMenu: (version: Version) => ReactNode;
};

/** The newest version on top, the newest that clients see marked as current, older ones below (specification 5.5). */
export function VersionList({ versions, panels, waiting, part, renderFiles, renderMenu }: Props) {
  const { t } = useTranslation();
  const all = versions.toReversed();
  const newestFirst = part === 'newest' ? all.slice(0, 1) : all.slice(1);
  const current = all.find(({ id }) => !waiting.has(id));
  const [isUnfolded, setUnfolded] = useState(false);
  // A version that is open must not be folded away.
  const isWanted = newestFirst.slice(MOST_SHOWN).some(({ id }) => panels.open.includes(String(id)));
  if (isWanted && !isUnfolded) setUnfolded(true);
  // A single folded version is not worth a button.
  const isFolded = !isUnfolded && newestFirst.length > MOST_SHOWN + 1;
  const shown = isFolded ? newestFirst.slice(0, MOST_SHOWN) : newestFirst;
  return (
    <>
      <Accordion
        multiple
        order={3}
        value={panels.open}
        onChange={panels.setOpen}
        classNames={{
          item: classes.item ?? '',
          control: classes.control ?? '',
          content: classes.content ?? '',
        }}
        data-part={part}
        className={classes.list ?? ''}
      >
        {shown.map((version) => (
          <VersionItem
            key={version.id}
            version={version}
            isCurrent={version === current}
            isWaiting={waiting.has(version.id)}
            isOpen={panels.open.includes(String(version.id))}
            renderFiles={renderFiles}
            menu={renderMenu(version)}
          />
        ))}
      </Accordion>
      {isFolded && (
        <Button variant="subtle" h={44} mt="sm" fullWidth onClick={() => setUnfolded(true)}>
          {t('versions.showAll', { count: versions.length })}
        </Button>
      )}
    </>
  );
}
