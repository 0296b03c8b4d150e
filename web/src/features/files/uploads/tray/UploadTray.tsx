import { ActionIcon, Progress, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { findInterruptedUploads } from '../interrupted-uploads.ts';
import { uploadQueue } from '../uploads-of-tab.ts';
import { InterruptedUploads } from './InterruptedUploads.tsx';
import { TrayActions } from './TrayActions.tsx';
import { UploadAnnouncer } from './UploadAnnouncer.tsx';
import { UploadRow } from './UploadRow.tsx';
import { inTrayOrder, summarise } from './upload-summary.ts';
import classes from './UploadTray.module.css';
import { useKeepUploads } from '../use-keep-uploads.ts';
import { useSpaceForTray } from './use-space-for-tray.ts';
import { useTrayTexts } from './use-tray-texts.ts';
import { useUploads } from '../use-uploads.ts';

/** On a phone the list would hide most of the screen, so it starts folded. */
const isRoomy = () => !matchMedia('(max-width: 47.99em)').matches;

/** All uploads of the tab, in a corner of every screen; nothing while there are none. */
export function UploadTray() {
  const { t } = useTranslation();
  const snapshot = useUploads();
  const summary = summarise(snapshot);
  const texts = useTrayTexts(summary);
  const [isOpen, setOpen] = useState(isRoomy);
  const tray = useSpaceForTray();
  useKeepUploads(summary.running + summary.paused > 0);
  useEffect(() => void findInterruptedUploads().catch(console.error), []);

  const isIdle = summary.running + summary.paused + summary.failed + summary.interrupted === 0;
  const hasNothing = snapshot.uploads.length === 0;
  return (
    <>
      <UploadAnnouncer summary={summary} />
      {!hasNothing && (
        <section ref={tray} className={classes.tray} aria-label={t('uploads.title')}>
          <div className={classes.head}>
            <UnstyledButton
              className={classes.toggle}
              onClick={() => setOpen(!isOpen)}
              aria-expanded={isOpen}
            >
              {isOpen ? <IconChevronDown size={20} aria-hidden /> : <IconChevronUp size={20} aria-hidden />}
              <span className={classes.headText}>
                <Text component="span" size="sm" fw={600} truncate>
                  {texts.headline}
                </Text>
                {texts.details && (
                  <Text component="span" size="xs" c="dimmed" truncate className={classes.figures}>
                    {texts.details}
                  </Text>
                )}
              </span>
            </UnstyledButton>
            {isIdle && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                onClick={uploadQueue.clearDone}
                aria-label={t('uploads.close')}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </div>
          {summary.total > 0 && (
            <Progress
              value={summary.percent}
              size={4}
              radius={0}
              color={isIdle ? 'green' : 'petrol'}
              aria-label={texts.headline}
            />
          )}
          {isOpen && (
            <>
              {summary.interrupted > 0 && <InterruptedUploads uploads={snapshot.uploads} />}
              <ul className={classes.rows}>
                {inTrayOrder(snapshot.uploads).map((upload) => (
                  <UploadRow key={upload.key} upload={upload} />
                ))}
              </ul>
              <TrayActions uploads={snapshot.uploads} />
            </>
          )}
        </section>
      )}
    </>
  );
}
