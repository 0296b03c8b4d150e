import { Button, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsTakenOver } from '../../../components/rendered-clock.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import { otherHostText } from '../form/failure-text.ts';
import { useFocusAgain } from '../form/use-focus-again.ts';
import { useGoOn } from '../use-go-on.ts';
import { OtherHostError, knowsPasskeys, passkeyObstacle } from './knows-passkeys.ts';

/** A challenge holds for a quarter of an hour. */
const ASKED_ANEW_MS = 10 * 60 * 1000;

const loadCeremonies = () => loadCode(() => import('./ceremonies.ts'));

type Props = { onNone: () => void; onFailure: (error: unknown) => void };

/** Logs in with a passkey by button or autofill; a sentence explains an address without passkeys. */
export function PasskeyLogin({ onNone, onFailure }: Props) {
  const { t } = useTranslation();
  const isTakenOver = useIsTakenOver();
  const goOn = useGoOn();
  const [isAsking, setAsking] = useState(false);
  const focusAgain = useFocusAgain<HTMLButtonElement & HTMLParagraphElement>(isAsking);
  const [otherHost, setOtherHost] = useState<Pick<OtherHostError, 'host'> | null>(null);
  const fail = (error: unknown) => {
    if (error instanceof OtherHostError) setOtherHost(error);
    else onFailure(error);
  };
  const latest = useRef({ goOn, fail });
  useEffect(() => {
    latest.current = { goOn, fail };
  });

  const offerInField = useCallback(async () => {
    const { logInWith, pickInField } = await loadCeremonies();
    try {
      const picked = await pickInField();
      if (!picked) return;
      await logInWith(picked);
      await latest.current.goOn();
    } catch (error) {
      latest.current.fail(error);
    }
  }, []);

  useEffect(() => {
    if (!knowsPasskeys()) return undefined;
    void offerInField();
    const anew = setInterval(() => void offerInField(), ASKED_ANEW_MS);
    return () => {
      clearInterval(anew);
      void loadCeremonies().then(({ stopAsking }) => stopAsking());
    };
  }, [offerInField]);

  const logIn = async () => {
    setAsking(true);
    try {
      const { logInWith, pick } = await loadCeremonies();
      const picked = await pick();
      if (picked) {
        await logInWith(picked);
        return await goOn();
      }
      onNone();
    } catch (error) {
      fail(error);
    } finally {
      setAsking(false);
    }
    return void offerInField();
  };

  if (isTakenOver && passkeyObstacle() === 'browser') return null;
  const obstacle = isTakenOver && passkeyObstacle() === 'address' ? { host: null } : otherHost;
  if (obstacle)
    return (
      <Text ref={focusAgain} tabIndex={-1} size="sm" c="dimmed" ta="center" style={{ textWrap: 'balance' }}>
        {otherHostText(t, obstacle)}
      </Text>
    );
  return (
    <Button
      ref={focusAgain}
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={isAsking}
      onClick={() => void logIn()}
    >
      {t('auth.passkey')}
    </Button>
  );
}
