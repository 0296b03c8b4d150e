import nodemailer from 'nodemailer';
import { enveloped } from './envelope.ts';
import type { Mailer } from './mailer.ts';

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport(smtpUrl);
  return {
    async send(mail) {
      await transport.sendMail(enveloped(from, mail));
    },
  };
}
