import { Button, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { User, VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NetworkError } from '../../../lib/api-error.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import { authFailureText } from '../form/failure-text.ts';
import type { AuthFormState } from '../form/use-auth-form.ts';
import { useFocusAgain } from '../form/use-focus-again.ts';
import { AccountNotLoadedError } from '../sign-in-api.ts';
import { PasskeySkeleton } from './PasskeySkeleton.tsx';

export type InvitedPasskeyProps = {
  link: VerifiedToken;
  /** The form of the password, which shows the failures of the passkey too. */
  state: Pick<AuthFormState, 'limit' | 'setFailure'>;
  /** The rest of that form; null where it holds an error. */
  readChoices: () => { email?: string; keep_identities?: boolean } | null;
  onDone: (user: User) => void;
};

const ownLockQuery = {
  queryKey: ['own-lock'],
  queryFn: () => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
  staleTime: Infinity,
  // A browser that cannot say has no lock to offer.
  retry: false,
};

/** Button that accepts an invitation with a passkey on a device with its own lock, and recovery (specification 3.8). */
export function InvitedPasskey({ link, state, readChoices, onDone }: InvitedPasskeyProps) {
  const { t } = useTranslation();
  const hint = useId();
  const wasLost = useRef(false);
  const [isMaking, setMaking] = useState(false);
  const focusAgain = useFocusAgain(isMaking);
  const { data: hasOwnLock, isPending } = useQuery(ownLockQuery);
  if (isPending) return <PasskeySkeleton />;
  if (!hasOwnLock || !link.passkey) return null;

  const make = async () => {
    const choices = readChoices();
    if (!choices) return;
    state.setFailure(null);
    state.limit.forget();
    setMaking(true);
    try {
      const { registerByPasskey } = await loadCode(() => import('./ceremonies.ts'));
      const user = await registerByPasskey(link.token, choices, wasLost.current);
      if (user) onDone(user);
      else state.setFailure(t('passkeys.notMade'));
    } catch (error) {
      if (error instanceof NetworkError || error instanceof AccountNotLoadedError) wasLost.current = true;
      if (!state.limit.accept(error)) state.setFailure(authFailureText(t, error, t('passkeys.notMade')));
    } finally {
      setMaking(false);
    }
  };

  return (
    <>
      <Button
        ref={focusAgain}
        variant="default"
        size="md"
        mt="md"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        aria-describedby={hint}
        loading={isMaking}
        disabled={state.limit.isWaiting}
        onClick={() => void make()}
      >
        {t('passkeys.instead')}
      </Button>
      <Text id={hint} size="sm" c="dimmed" mt="xs">
        {t(`passkeys.${link.passkey}`, { email: link.mailed_to ?? '' })}
      </Text>
    </>
  );
}
