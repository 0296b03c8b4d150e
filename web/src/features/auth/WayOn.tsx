import { Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = {
  to: string;
  label: string;
  /** A question that the link answers. */
  children?: ReactNode;
};

/** The link below a form to the screen that was meant instead. */
export function WayOn({ to, label, children }: Props) {
  return (
    <Group justify="center" gap={6}>
      {children}
      <Anchor component={Link} to={to} fw={550}>
        {label}
      </Anchor>
    </Group>
  );
}
