import { Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = {
  to: string;
  label: string;
  /** A question in front of the link, such as "No account yet?". */
  children?: ReactNode;
};

/** The link below a form to the screen that the reader may want instead. */
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
