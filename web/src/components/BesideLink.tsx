import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** Link within a sentence to a page that opens beside this one. */
export function BesideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  );
}
