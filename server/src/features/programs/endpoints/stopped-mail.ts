import { renderMail } from '../../../adapters/mail/mail-template.ts';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { type EndpointRow, findOwner } from './endpoint-queries.ts';

const TEXTS = { gone: 'mails.endpoint_stopped.gone', failures: 'mails.endpoint_stopped.failures' } as const;

/** Mails the owner of an endpoint that nothing is sent to it any more; the address stays unnamed but for its origin. */
export async function mailStopped(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  { owner_id, origin }: Pick<EndpointRow, 'owner_id' | 'origin'>,
  reason: keyof typeof TEXTS,
): Promise<void> {
  const owner = await findOwner(context.db, owner_id);
  if (!owner || owner.email === null) return;
  const { email: to, language, username } = owner;
  const mail = renderMail({
    to,
    language,
    subject: 'mails.endpoint_stopped.subject',
    paragraphs: ['mails.hello', TEXTS[reason]],
    button: {
      label: 'mails.endpoint_stopped.button',
      url: new URL('/account', context.config.publicUrl).href,
    },
    params: { username, origin },
  });
  await enqueue(context, 'send-mail', mail);
}
