import { Accordion, Button, Title } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { OpenVersions } from '../use-open-versions.ts';
import { OlderVersion } from './OlderVersion.tsx';
import classes from './versions.module.css';

/** Number of versions beyond which the oldest are folded. */
const MOST_SHOWN = 6;

type Props = {
  /** Newest first. */
  versions: readonly Version[];
  panels: OpenVersions;
  newSince: string | null;
};

/** The versions before the newest, each in a row that opens. */
export function OlderVersions({ versions, panels, newSince }: Props) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  // A version that is open must not be folded away.
  const isWanted = versions.slice(MOST_SHOWN).some(({ id }) => panels.open.includes(String(id)));
  if (isWanted && !isUnfolded) setUnfolded(true);
  // A single folded version is not worth a button.
  const isFolded = !isUnfolded && versions.length > MOST_SHOWN + 1;
  const shown = isFolded ? versions.slice(0, MOST_SHOWN) : versions;
  return (
    <section aria-labelledby="older-versions">
      <Title order={2} id="older-versions" size="h3" mb="xs">
        {t('versions.older')}
      </Title>
      <Accordion
        multiple
        order={3}
        value={panels.open}
        onChange={panels.setOpen}
        classNames={{
          item: classes.olderItem ?? '',
          control: classes.olderControl ?? '',
          content: classes.olderContent ?? '',
        }}
      >
        {shown.map((version) => (
          <OlderVersion
            key={version.id}
            version={version}
            isOpen={panels.open.includes(String(version.id))}
            newSince={newSince}
          />
        ))}
      </Accordion>
      {isFolded && (
        <Button variant="subtle" h={44} mt="sm" fullWidth onClick={() => setUnfolded(true)}>
          {t('versions.showAll', { count: versions.length + 1 })}
        </Button>
      )}
    </section>
  );
}
