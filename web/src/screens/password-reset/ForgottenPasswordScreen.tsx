import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { PasswordResetScreen } from './PasswordResetScreen.tsx';
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx';

/**
 * Asks for a link, or sets the password that one is for. One piece of code, because each piece costs every first visit the
 * bytes of its address.
 */
export function ForgottenPasswordScreen() {
  const isAsked = useLocation().pathname.toLowerCase().startsWith(paths.resetPassword);
  return isAsked ? <ResetPasswordScreen /> : <PasswordResetScreen />;
}
