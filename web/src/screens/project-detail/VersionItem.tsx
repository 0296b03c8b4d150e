import { Accordion, Badge, Text } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useIsTakenOver } from '../../components/rendered-clock.ts';
import { WaitingPart } from '../../features/versions/lazy-dialogs.ts';
import classes from './VersionItem.module.css';

type Props = {
  version: Version;
  isCurrent: boolean;
  isWaiting: boolean;
  isOpen: boolean;
  menu: ReactNode;
  renderFiles: (version: Version) => ReactNode;
};

export function VersionItem({ version, isCurrent, isWaiting, isOpen, menu, renderFiles }: Props) {
  const { t } = useTranslation();
  const isTakenOver = useIsTakenOver();
  // Files are loaded when a version is first opened, once (specification 2.8).
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <Accordion.Item value={String(version.id)} data-current={isCurrent || undefined}>
      <div className={classes.head}>
        <Accordion.Control>
          <span className={classes.title}>
            <span className={classes.number}>{t('versions.name', { number: version.version_number })}</span>
            {isCurrent && <Badge color="petrol">{t('versions.current')}</Badge>}
            {isWaiting && <WaitingPart opened={isTakenOver} version={version} />}
            <Text span size="sm" c="dimmed" fw={400}>
              <RelativeTime timestamp={version.created_at} />
            </Text>
          </span>
        </Accordion.Control>
        {menu}
      </div>
      <Accordion.Panel>{wasOpened && renderFiles(version)}</Accordion.Panel>
    </Accordion.Item>
  );
}
