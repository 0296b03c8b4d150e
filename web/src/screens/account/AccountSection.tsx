import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './AccountSection.module.css';

type Props = { title: string; lead: string; children: ReactNode };

/** A section of the account screen: a title with one sentence, and its controls. */
export function AccountSection({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {lead}
        </Text>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
