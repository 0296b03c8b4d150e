import { isIP } from 'node:net';
import { checkMailNames } from './mail-names.ts';
import { checkServer, sendTest } from '@vitrin/server/adapters/mail/check-server.ts';
import { error, type Finding, note, ok, reasonOf } from '../finding.ts';
import { type Installation, within } from '../installation.ts';

const SERVER_MILLISECONDS = 20_000;

type Needs = Pick<Installation, 'config' | 'dns' | 'dkimSelectors' | 'sendTestTo'>;

/**
 * Logs in at the mail server without sending anything, and asks DNS what receivers ask it about the sender. Sends a
 * message only where an address for one is given.
 */
export async function checkMail(installation: Needs): Promise<Finding[]> {
  const { config, sendTestTo } = installation;
  const { smtpUrl } = config;
  if (smtpUrl === undefined)
    return [
      note(
        'SMTP_URL is not set: mails are files in DATA_DIR/outbox.',
        'Set SMTP_URL before other people use this installation.',
      ),
      ...(sendTestTo === undefined
        ? []
        : [error('No test message was sent: there is no mail server.', 'Set SMTP_URL first.')]),
    ];
  const server = await lookAtServer(smtpUrl);
  const sent =
    sendTestTo !== undefined && server.severity === 'ok'
      ? [await send(installation, smtpUrl, sendTestTo)]
      : [];
  return [server, ...sent, ...(await lookAtNames(installation))];
}

async function lookAtServer(smtpUrl: string): Promise<Finding> {
  const { hostname, port, username } = new URL(smtpUrl);
  const name = port ? `${hostname}:${port}` : hostname;
  try {
    await within(SERVER_MILLISECONDS, 'it did not answer within 20 seconds', checkServer(smtpUrl));
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'EAUTH')
      return error(
        `The mail server ${name} refuses the name or the password.`,
        'Set them right in SMTP_URL; characters such as @ and / in them are written as %40 and %2F.',
      );
    return error(
      `The mail server ${name} cannot be used: ${reasonOf(failure)}.`,
      'Start it, or set host and port in SMTP_URL right: smtps:// where it speaks TLS from the start, else smtp://.',
    );
  }
  return ok(`The mail server ${name} answers${username ? ' and takes the password' : ''}.`);
}

async function send({ config }: Needs, smtpUrl: string, to: string): Promise<Finding> {
  try {
    const work = sendTest({ smtpUrl, from: config.mailFrom, to, publicUrl: config.publicUrl });
    await within(SERVER_MILLISECONDS, 'it did not answer within 20 seconds', work);
    return ok(`The mail server took a test message to ${to}.`);
  } catch (failure) {
    return error(
      `The mail server did not take a test message to ${to}: ${reasonOf(failure)}.`,
      'See whether it lets this name send as MAIL_FROM, and to that address.',
    );
  }
}

async function lookAtNames({ config, dns, dkimSelectors }: Needs): Promise<Finding[]> {
  const domain = /@([^@>\s]+)>?\s*$/.exec(config.mailFrom)?.[1]?.toLowerCase();
  if (domain === undefined)
    return [error(`MAIL_FROM ${config.mailFrom} is no address.`, 'Set it to an address of your domain.')];
  if (domain === 'localhost' || !domain.includes('.') || isIP(domain) > 0)
    return [
      note(
        `Mails come from ${domain}, of which DNS knows nothing.`,
        'Set MAIL_FROM to an address of your domain.',
      ),
    ];
  return checkMailNames(dns, domain, dkimSelectors);
}
