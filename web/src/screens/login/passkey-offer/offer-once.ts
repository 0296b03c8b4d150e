import { readCachedUser } from '../../../features/auth/sessions/cached-user.ts';
import { knowsPasskeys } from '../../../features/auth/passkeys/knows-passkeys.ts';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { PASSKEY_OFFERED_KEY, readStored, writeStored } from '../../../lib/storage.ts';

/** Offers a passkey once per account and browser after a login by code, on a device with its own lock. */
export async function offerPasskeyOnce(): Promise<void> {
  const id = readCachedUser()?.id;
  const asked = readStored('local', PASSKEY_OFFERED_KEY)?.split(',') ?? [];
  if (id === undefined || asked.includes(String(id)) || !knowsPasskeys()) return;
  const { offerPasskey } = await loadWithTexts(['auth', 'passkeys'], () => import('./PasskeyOffer.tsx'));
  if (await offerPasskey()) writeStored('local', PASSKEY_OFFERED_KEY, [...asked, id].join(','));
}
