import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { readCachedUser, isServedByServer, takeWantedAddress } from './sessions/cached-user.ts';
import { firstAddressOfCustomer } from './first-address.ts';

/** Navigates after a login: to the remembered address, once, else to a client's only project or the dashboard. */
export function useGoOn(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const address = takeWantedAddress('') || (await firstAddress());
    if (isServedByServer(address)) location.assign(address);
    else await navigate(address, { replace: true });
  };
}

async function firstAddress(): Promise<string> {
  return readCachedUser()?.isFreelancer === false ? firstAddressOfCustomer(paths.dashboard) : paths.dashboard;
}
