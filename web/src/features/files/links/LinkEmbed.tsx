import { Button, Text } from '@mantine/core';
import { IconPlayerPlay, IconX } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './LinkRows.module.css';
import { reportOpened } from './report-opened.ts';

/** Offers the player of a link and names its host, which gets no request before a click (specification 6.21). */
export function LinkEmbed({ link: { id, title, embed } }: { link: Version['links'][number] }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const noteId = useId();
  if (!embed) return null;
  const label = t(isShown ? 'links.hide' : 'links.show');
  const toggle = () => {
    if (!isShown) reportOpened(id);
    setShown(!isShown);
  };
  const player = (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a header of its document is the sandbox
    <iframe
      className={classes.player}
      src={`/embed/${id}`}
      title={t('links.player', { title, host: embed })}
      allow="fullscreen; encrypted-media; picture-in-picture"
    />
  );
  return (
    <>
      <div className={classes.offer}>
        <Button
          variant="light"
          size="sm"
          h={44}
          px="sm"
          aria-label={`${label}: ${title}`}
          aria-expanded={isShown}
          aria-describedby={noteId}
          leftSection={isShown ? <IconX size={16} /> : <IconPlayerPlay size={16} />}
          onClick={toggle}
        >
          {label}
        </Button>
        <Text id={noteId} size="sm" c="dimmed" className={classes.note}>
          {t('links.loadsFrom', { host: embed })}
        </Text>
      </div>
      {isShown && player}
    </>
  );
}
