import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './AuthColumn.module.css';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** The column of every screen about accounts: heading, one sentence, the form. */
export function AuthColumn({ title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);
  useEffect(() => {
    // The next step took the place of the pressed button, and of its focus.
    if (shownTitle.current !== title && document.activeElement === document.body) heading.current?.focus();
    shownTitle.current = title;
  }, [title]);
  return (
    <div className={classes.column}>
      <Title ref={heading} tabIndex={-1} order={1} className={classes.title}>
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
