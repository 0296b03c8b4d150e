import { ActionIcon, Anchor, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { useEffect, useRef, useState } from 'react';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyLater } from '../../../lib/clipboard.ts';

/** The addresses of calendar and feed, which no later page shows. */
export function NewAddresses({ feed: { calendar_url, news_url } }: { feed: NewFeed }) {
  const { t } = useTranslation();
  const words = useRef<HTMLParagraphElement>(null);
  // The button that made them is gone.
  useEffect(() => words.current?.focus(), []);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="md">
        <Text ref={words} tabIndex={-1} fw={600}>
          {t('feed.onlyNow')}
        </Text>
        <div>
          <Address label={t('feed.calendar')} value={calendar_url} />
          <Anchor
            href={calendar_url.replace(/^https?:/, 'webcal:')}
            size="sm"
            mt={4}
            py={12}
            display="inline-block"
          >
            {t('feed.openCalendar')}
          </Anchor>
        </div>
        <Address label={t('feed.news')} value={news_url} />
        <Text size="sm" c="dimmed">
          {t('feed.secret')}
        </Text>
      </Stack>
    </Paper>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const showError = useActionError();
  const copy = async () => {
    try {
      await copyLater(() => Promise.resolve(value));
      setCopied(true);
    } catch (error) {
      showError(error);
    }
  };
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      size="md"
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSectionWidth={48}
      rightSection={
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t(isCopied ? 'feed.copied' : 'feed.copy', { what: label })}
          onClick={() => void copy()}
        >
          <CopyIcon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
