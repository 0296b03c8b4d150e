import type { MethodRecord } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { noteUse } from '../../users/service.ts';
import { noteIdentityUse } from '../social/social-queries.ts';

/**
 * Notes the use of each way in a login, beyond the session's end (specification 3.9); call it with the user locked.
 * Passkeys, app and recovery codes note their own use where they are checked.
 */
export async function noteUses(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
  steps: Pick<MethodRecord, 'method' | 'provider' | 'uid'>[],
): Promise<void> {
  for (const { method, provider, uid } of steps) {
    if (method === 'password' || method === 'code') await noteUse(context, userId, method);
    if (provider !== undefined && uid !== undefined)
      await noteIdentityUse(context.db, { userId, provider, uid }, timestampOf(context));
  }
}
