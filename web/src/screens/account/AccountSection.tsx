import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './AccountSection.module.css';

type Props = {
  /** Left out where the group has this section alone, and its heading says it. */
  title?: string;
  lead: string;
  children: ReactNode;
};

/** A section of the account screen: a title with one sentence, and its controls. */
export function AccountSection({ title, lead, children }: Props) {
  const id = useId();
  const words = (
    <Text size="sm" c="dimmed" mt={title === undefined ? 0 : 4}>
      {lead}
    </Text>
  );
  if (title === undefined)
    return (
      <div className={classes.section}>
        {words}
        <div className={classes.body}>{children}</div>
      </div>
    );
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={3} id={id}>
          {title}
        </Title>
        {words}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
