import { ActionIcon, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { NewToken } from '@vitrin/shared/contract/tokens.ts';
import { useEffect, useRef, useState } from 'react';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyLater } from '../../../lib/clipboard.ts';

/** The text of a token, which no later page shows. */
export function MadeToken({ made: { name, token } }: { made: NewToken }) {
  const { t } = useTranslation();
  const words = useRef<HTMLParagraphElement>(null);
  const [isCopied, setCopied] = useState(false);
  const showError = useActionError();
  useEffect(() => words.current?.focus(), []);
  const copy = async () => {
    try {
      await copyLater(() => Promise.resolve(token));
      setCopied(true);
    } catch (error) {
      showError(error);
    }
  };
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Text ref={words} tabIndex={-1} fw={600}>
          {t('tokens.onlyNow')}
        </Text>
        <TextInput
          label={t('tokens.textOf', { name })}
          value={token}
          readOnly
          size="md"
          spellCheck={false}
          ff="monospace"
          onFocus={({ currentTarget }) => currentTarget.select()}
          rightSectionWidth={48}
          rightSection={
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t(isCopied ? 'tokens.copied' : 'tokens.copy')}
              onClick={() => void copy()}
            >
              <CopyIcon size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          }
        />
        <Text size="sm" c="dimmed">
          {t('tokens.secret')}
        </Text>
      </Stack>
    </Paper>
  );
}
