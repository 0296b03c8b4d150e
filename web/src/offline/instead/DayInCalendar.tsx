import type { ReactNode } from 'react';

/** A day that leads nowhere: a calendar is asked from the server. */
export function DayInCalendar({ children }: { children: ReactNode }) {
  return children;
}
