import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { pendingFlow } from '../sign-in-api.ts';

/** History state of /login: the first step is done, and the second one is asked for. */
export const FACTOR_STATE = { factor: true } as const;

export function isFactorStep(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'factor' in state && state.factor === true;
}

/** True for an answer that asks for the second step of a login. */
export function asksForFactor(answer: unknown): boolean {
  const flow = pendingFlow(answer);
  return flow === 'mfa_authenticate' || flow === 'mfa_trust';
}

/** Goes to the second step of a login when the server's answer asks for it; false when it does not. */
export function useFactorStep() {
  const navigate = useNavigate();
  return async (answer: unknown): Promise<boolean> => {
    if (!asksForFactor(answer)) return false;
    await navigate(paths.login, { replace: true, state: FACTOR_STATE });
    return true;
  };
}
