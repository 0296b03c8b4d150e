import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PaymentColumn.module.css';

type Props = {
  title: string;
  lead?: string;
  /** Shown above the title. */
  mark?: ReactNode;
  children: ReactNode;
};

/** The column of every screen between a plan and its receipt, so that nothing moves while one pays. */
export function PaymentColumn({ title, lead, mark, children }: Props) {
  return (
    <div className={classes.column}>
      {mark}
      <Title order={1}>{title}</Title>
      {lead && (
        <Text c="dimmed" mt={8}>
          {lead}
        </Text>
      )}
      <Stack mt="lg">{children}</Stack>
    </div>
  );
}
