import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { pageOfLink } from '../../lib/paging.ts';
import classes from './PageControls.module.css';

type Props = {
  /** The answer; its links are null where there is no such page. */
  of: { count: number; next: string | null; previous: string | null };
  page: number;
  pageSize: number;
  onChange: (page: number) => void;
};

/** Specification 2.5: "Page X of Y" between a previous and a next button; nothing where there is one page. */
export function PageControls({ of: { count, next, previous }, page, pageSize, onChange }: Props) {
  const { t } = useTranslation();
  const pageCount = Math.ceil(count / pageSize);
  if (pageCount <= 1) return null;
  return (
    <Group component="nav" justify="space-between" aria-label={t('paging.label')} mt="md">
      <Button
        variant="default"
        h={44}
        leftSection={<IconChevronLeft size={18} />}
        disabled={previous === null}
        onClick={() => previous !== null && onChange(pageOfLink(previous))}
      >
        {t('paging.previous')}
      </Button>
      <Text size="sm" c="dimmed" aria-live="polite" className={classes.page}>
        {t('paging.pageOf', { page, count: pageCount })}
      </Text>
      <Button
        variant="default"
        h={44}
        rightSection={<IconChevronRight size={18} />}
        disabled={next === null}
        onClick={() => next !== null && onChange(pageOfLink(next))}
      >
        {t('paging.next')}
      </Button>
    </Group>
  );
}
