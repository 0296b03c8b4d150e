import { Button, Group, Text, getDefaultZIndex } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { followMissingCode, missingCode, tryLoadingAgain } from '../../lib/code/load-code.ts';

/** Offers to load missing code again, as does a new connection; inline styles keep a sheet off the landing page. */
export function MissingCodeNotice({ isStart = false }: { isStart?: boolean }) {
  const { t } = useTranslation();
  const missing = useSyncExternalStore(followMissingCode, missingCode, () => null);
  useEffect(() => {
    addEventListener('online', tryLoadingAgain);
    return () => removeEventListener('online', tryLoadingAgain);
  }, []);
  if (!missing) return null;
  const isReplaced = missing.reason === 'newBuild';
  return (
    <Group
      role="alert"
      wrap="nowrap"
      pos="fixed"
      bottom={16}
      left={16}
      right={16}
      maw={560}
      mx="auto"
      mb="var(--vitrin-tray-height, 0)"
      p="xs"
      pl="lg"
      bdrs="md"
      bg="var(--mantine-color-text)"
      c="var(--mantine-color-body)"
      // Above dialogs, since one of them may wait for the code.
      style={{ zIndex: getDefaultZIndex('max') }}
    >
      <Text size="sm" flex={1}>
        {isReplaced ? t('shell.newBuild') : t(isStart ? 'shell.startMissing' : 'shell.codeMissing')}
      </Text>
      <Button variant="default" h={44} aria-disabled={missing.isTrying} onClick={tryLoadingAgain}>
        {t(isReplaced ? 'shell.reload' : 'actions.tryAgain')}
      </Button>
    </Group>
  );
}
