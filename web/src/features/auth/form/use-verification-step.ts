import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { pendingFlow } from '../sign-in-api.ts';
import { noteVerificationMail } from '../email-api.ts';

type Person = {
  username: string;
  email: string | undefined;
};

/** Goes to /verify-email when the server's answer asks for that step; false when it does not. */
export function useVerificationStep() {
  const navigate = useNavigate();
  return async (answer: unknown, { username, email }: Person): Promise<boolean> => {
    if (pendingFlow(answer) !== 'verify_email') return false;
    noteVerificationMail();
    const address = email ? paths.verifyEmailOf(email.trim()) : paths.verifyEmail;
    await navigate(address, { state: { username: username.trim() } });
    return true;
  };
}
