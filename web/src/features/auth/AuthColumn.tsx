import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './AuthColumn.module.css';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** The column of every screen about accounts: heading, one sentence, the form. */
export function AuthColumn({ title, lead, children }: Props) {
  return (
    <div className={classes.column}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt={8}>
          {lead}
        </Text>
      )}
      <Stack gap="md" mt="xl">
        {children}
      </Stack>
    </div>
  );
}
