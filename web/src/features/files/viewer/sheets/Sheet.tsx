import type { ReactNode } from 'react';
import classes from './Sheet.module.css';

/** Readable content as a page of its own that scrolls. */
export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      className={classes.sheet}
      data-zoomable
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
      tabIndex={0}
      role="document"
      aria-label={label}
    >
      {children}
    </div>
  );
}
