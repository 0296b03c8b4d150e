import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type Props = { title: string; children?: ReactNode };

/** A screen's title with its one primary action. */
export function PageHeader({ title, children }: Props) {
  return (
    <div className={classes.header}>
      <Title order={1}>{title}</Title>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
