import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const ARRIVE_MILLISECONDS = 20_000;

export type MailServer = {
  url: string;
  /** Addresses of all mails that were taken, in their order. */
  recipients: string[];
  /** The mails that an address got, as a mail program reads them, in their order. */
  mailsTo: (address: string) => Email[];
  /** The key in the newest link to `path` that was mailed to an address; waits for it. */
  keyFor: (address: string, path: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** SMTP server on loopback that behaves as `options` say; on a free port, unless one is given. */
export async function listenForMail(options: SMTPServerOptions, wanted = 0) {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server.on('error', () => {});
  server.listen(wanted, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, url: `smtp://127.0.0.1:${port}`, stop };
}

/** An SMTP server on loopback that keeps every mail; on a free port, unless one is given. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: { to: string; email: Email }[] = [];
  const recipients: string[] = [];
  const keep = async (to: string, bytes: Buffer, done: () => void) => {
    mails.push({ to, email: await PostalMime.parse(bytes) });
    done();
  };
  const onData: SMTPServerOptions['onData'] = (stream, { envelope }, done) => {
    const to = envelope.rcptTo.map(({ address }) => address).join();
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => {
      recipients.push(to);
      void keep(to, Buffer.concat(chunks), done);
    });
  };
  const { url, stop } = await listenForMail({ onData }, port);
  const keyOf = (to: string, path: string) => {
    const links = mails
      .filter((mail) => mail.to === to)
      .flatMap(({ email: { text = '' } }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []);
    const link = links.map((text) => new URL(text)).findLast(({ pathname }) => pathname === path);
    return link?.searchParams.get('key');
  };
  return {
    url,
    recipients,
    mailsTo: (address) => mails.filter(({ to }) => to === address).map(({ email }) => email),
    async keyFor(to, path) {
      for (let waited = 0; waited < ARRIVE_MILLISECONDS; waited += 25) {
        const key = keyOf(to, path);
        if (key) return key;
        await pause(25);
      }
      throw new Error(`No mail with a link to ${path} reached ${to}.`);
    },
    stop,
  };
}
