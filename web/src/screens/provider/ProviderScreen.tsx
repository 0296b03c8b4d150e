import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { ProviderCallbackScreen } from './ProviderCallbackScreen.tsx';
import { ProviderSignupScreen } from './ProviderSignupScreen.tsx';

/** Return and sign-up of a social login; one chunk, because each costs every first visit bytes. */
export function ProviderScreen() {
  const isSignup = useLocation().pathname.toLowerCase().startsWith(paths.providerSignup);
  return isSignup ? <ProviderSignupScreen /> : <ProviderCallbackScreen />;
}
