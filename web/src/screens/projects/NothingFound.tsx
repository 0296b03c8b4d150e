import { Button, Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';

/** Shown when there are projects, but none matches the filters. */
export function NothingFound() {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('projects.nothingFound.title')}
      action={
        <Button variant="default" h={44} onClick={() => setQuery({})}>
          {t('projects.nothingFound.clear')}
        </Button>
      }
    >
      <Text c="dimmed">{t('projects.nothingFound.message')}</Text>
    </EmptyState>
  );
}
