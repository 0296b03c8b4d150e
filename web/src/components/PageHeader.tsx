import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type Props = { title: string; children?: ReactNode };

export function PageHeader({ title, children }: Props) {
  return (
    <div className={classes.header}>
      <Title order={1}>{title}</Title>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
