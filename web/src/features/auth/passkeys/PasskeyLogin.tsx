import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsTakenOver } from '../../../components/rendered-clock.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import { useGoOn } from '../use-go-on.ts';
import { knowsPasskeys } from './knows-passkeys.ts';

/** A challenge holds for a quarter of an hour. */
const ASKED_ANEW_MS = 10 * 60 * 1000;

const loadCeremonies = () => loadCode(() => import('./ceremonies.ts'));

type Props = { onNone: () => void; onFailure: (error: unknown) => void };

/** Logs in by a passkey: by a button, and by what the browser offers in the field for the name. */
export function PasskeyLogin({ onNone, onFailure }: Props) {
  const { t } = useTranslation();
  const isTakenOver = useIsTakenOver();
  const goOn = useGoOn();
  const [isAsking, setAsking] = useState(false);
  const latest = useRef({ goOn, onFailure });
  useEffect(() => {
    latest.current = { goOn, onFailure };
  });

  const offerInField = useCallback(async () => {
    const { logInWith, pickInField } = await loadCeremonies();
    const picked = await pickInField();
    if (!picked) return;
    try {
      await logInWith(picked);
      await latest.current.goOn();
    } catch (error) {
      latest.current.onFailure(error);
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
      onFailure(error);
    } finally {
      setAsking(false);
    }
    return void offerInField();
  };

  if (isTakenOver && !knowsPasskeys()) return null;
  return (
    <Button
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
