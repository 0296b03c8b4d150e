import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { PasswordResetScreen } from './PasswordResetScreen.tsx';
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx';

/** Requests a reset link or sets the password; one chunk, because each costs every first visit bytes. */
export function ForgottenPasswordScreen() {
  const isAsked = useLocation().pathname.toLowerCase().startsWith(paths.resetPassword);
  return isAsked ? <ResetPasswordScreen /> : <PasswordResetScreen />;
}
