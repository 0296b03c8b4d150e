import { useNavigate } from 'react-router';
import { isServedByServer, takeWantedAddress } from './sessions/cached-user.ts';

/** Navigates after a login: to the remembered address, once, else to the dashboard. */
export function useGoOn(): () => void {
  const navigate = useNavigate();
  return () => {
    const address = takeWantedAddress();
    if (isServedByServer(address)) location.assign(address);
    else void navigate(address, { replace: true });
  };
}
