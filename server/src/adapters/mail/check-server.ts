import nodemailer from 'nodemailer';
import { enveloped } from './envelope.ts';

const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

/** Connects to a mail server and logs in; sends nothing. Throws the error of the server or the network. */
export async function checkServer(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIME_LIMITS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export async function sendTest({
  smtpUrl,
  from,
  to,
  publicUrl,
}: Record<'smtpUrl' | 'from' | 'to' | 'publicUrl', string>): Promise<void> {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIME_LIMITS });
  const text = `Mails of the Vitrin installation at ${publicUrl} arrive.`;
  const mail = { to, subject: 'Vitrin: a test message', text: `${text}\n`, html: `<p>${text}</p>` };
  try {
    await transport.sendMail(enveloped(from, mail));
  } finally {
    transport.close();
  }
}
