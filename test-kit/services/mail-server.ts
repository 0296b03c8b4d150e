import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const ARRIVE_MILLISECONDS = 20_000;

export type MailServer = {
  url: string;
  /** Addresses of all mails that were taken, in their order. */
  recipients: string[];
  /** The key in the newest link to `path` that was mailed to an address; waits for it. */
  keyFor: (address: string, path: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** An SMTP server on loopback that keeps every mail; on a free port, unless one is given. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: { to: string; text: string }[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      const { text = '' } = await PostalMime.parse(Buffer.concat(chunks));
      const to = envelope.rcptTo.map(({ address }) => address).join();
      recipients.push(to);
      mails.push({ to, text });
      done();
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const keyOf = (to: string, path: string) => {
    const links = mails
      .filter((mail) => mail.to === to)
      .flatMap(({ text }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []);
    const link = links.map((text) => new URL(text)).findLast(({ pathname }) => pathname === path);
    return link?.searchParams.get('key');
  };
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    recipients,
    async keyFor(to, path) {
      for (let waited = 0; waited < ARRIVE_MILLISECONDS; waited += 25) {
        const key = keyOf(to, path);
        if (key) return key;
        await pause(25);
      }
      throw new Error(`No mail with a link to ${path} reached ${to}.`);
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
