import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { DiscardQuestion } from './DiscardQuestion.tsx';

type Props = { isAsking: boolean; onKeep: () => void; onDiscard: () => void };

/** Asks before navigation, reload or closing (`isAsking`) of a dialog that holds unsaved changes. */
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
