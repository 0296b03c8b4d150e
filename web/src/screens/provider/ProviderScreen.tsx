import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { ProviderCallbackScreen } from './ProviderCallbackScreen.tsx';
import { ProviderSignupScreen } from './ProviderSignupScreen.tsx';

/**
 * Where a social login returns to, and where it asks for a name. One piece of code, because each piece costs every first
 * visit the bytes of its address.
 */
export function ProviderScreen() {
  const isSignup = useLocation().pathname.toLowerCase().startsWith(paths.providerSignup);
  return isSignup ? <ProviderSignupScreen /> : <ProviderCallbackScreen />;
}
