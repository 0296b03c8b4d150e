import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './OfflineBanner.module.css';

/** Says that there is no connection while that is so; the screen stays readable. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className={classes.place}>
      {!isOnline && (
        <span className={classes.banner}>
          <IconWifiOff size={18} stroke={1.6} aria-hidden />
          {t('shell.offline')}
        </span>
      )}
    </output>
  );
}

function followConnection(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
