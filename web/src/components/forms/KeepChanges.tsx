import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { DiscardQuestion } from './DiscardQuestion.tsx';

type Props = { isAsking: boolean; onKeep: () => void; onDiscard: () => void };

/**
 * Rendered only while a dialog holds unsaved changes. Navigation to another screen waits for the answer, and the
 * browser asks before the page is reloaded or closed. `isAsking`: the dialog itself is to be closed.
 */
export function KeepChanges({ isAsking, onKeep, onDiscard }: Props) {
  const blocker = useBlocker(true);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const keep = () => {
    blocker.reset?.();
    onKeep();
  };
  const discard = () => {
    onDiscard();
    blocker.proceed?.();
  };
  return (
    <DiscardQuestion opened={isAsking || blocker.state === 'blocked'} onKeep={keep} onDiscard={discard} />
  );
}
