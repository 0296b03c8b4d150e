import { ActionIcon, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyLater } from '../lib/clipboard.ts';
import { useActionError } from './feedback/use-action-error.ts';

/** Frame for secrets that no later page shows. Its heading takes the focus, since the button that made them is gone. */
export function OnlyNow(props: { heading: string; hint: string; children: ReactNode }) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="md">
        <Text ref={heading} tabIndex={-1} fw={600}>
          {props.heading}
        </Text>
        {props.children}
        <Text size="sm" c="dimmed">
          {props.hint}
        </Text>
      </Stack>
    </Paper>
  );
}

type Secret = { label: string; value: string; copyLabel: string; copiedLabel: string };

/** Read-only field with a button that copies its value. */
export function SecretField({ label, value, copyLabel, copiedLabel }: Secret) {
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
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSectionWidth={48}
      rightSection={
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={isCopied ? copiedLabel : copyLabel}
          onClick={() => void copy()}
        >
          <CopyIcon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
