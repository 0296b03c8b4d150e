import { Stack, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = {
  icon: Icon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  order?: 2 | 3;
};

/** Shown in place of an empty list: what will be here, who adds it, and one button. */
export function EmptyState({ icon: IconOf, title, children, action, order = 2 }: Props) {
  return (
    <div className={classes.frame}>
      <Stack align="center" gap="sm" ta="center" maw={420} mx="auto">
        <span className={classes.icon} aria-hidden>
          <IconOf size={26} stroke={1.5} />
        </span>
        <Title order={order} size="h3">
          {title}
        </Title>
        {children}
        {action && <div className={classes.action}>{action}</div>}
      </Stack>
    </div>
  );
}
