import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { KeepAccountScreen } from './KeepAccountScreen.tsx';
import { ReclaimScreen } from './ReclaimScreen.tsx';
import { UnsubscribeScreen } from './UnsubscribeScreen.tsx';

const SCREENS: Record<string, ComponentType> = {
  'take-back': ReclaimScreen,
  'keep-account': KeepAccountScreen,
};

/** Screens of links in mails, in one chunk: each chunk costs every first visit the bytes of its address. */
export function MailedLinkScreen() {
  const Screen = SCREENS[useLocation().pathname.toLowerCase().split('/')[1] ?? ''] ?? UnsubscribeScreen;
  return <Screen />;
}
