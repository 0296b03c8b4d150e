import { Alert, type MantineColor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { countResumptions, followEndedSession } from '../../lib/ended-session.ts';

/** Specification 2.12, inline message types. */
type MessageType = 'info' | 'success' | 'warning' | 'error';

export type Message = { type: MessageType; text: string };

const LOOKS: Record<MessageType, { color: MantineColor; Icon: typeof IconInfoCircle }> = {
  info: { color: 'petrol', Icon: IconInfoCircle },
  success: { color: 'green', Icon: IconCircleCheck },
  warning: { color: 'amber', Icon: IconAlertTriangle },
  error: { color: 'red', Icon: IconAlertTriangle },
};

/**
 * Message above a form, announced by screen readers. Errors are scrolled into view, since the pressed button may be far
 * below. A message about an ended session disappears after the next login.
 */
export function FormMessage({ type, children }: { type: MessageType; children: ReactNode }) {
  const { color, Icon } = LOOKS[type];
  const isTrouble = type === 'error' || type === 'warning';
  const resumptions = useSyncExternalStore(followEndedSession, countResumptions, () => 0);
  const [resumptionsBefore] = useState(resumptions);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTrouble) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isTrouble]);
  if (type === 'error' && resumptions !== resumptionsBefore) return null;
  return (
    <Alert
      ref={box}
      color={color}
      icon={<Icon size={20} />}
      role={type === 'error' ? 'alert' : 'status'}
      py="sm"
    >
      {children}
    </Alert>
  );
}
