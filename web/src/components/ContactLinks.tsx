import { Anchor } from '@mantine/core';
import { contactWays } from './contact-ways.ts';

/** A contact as links: mail, or telephone and WhatsApp. */
export function ContactLinks({ contact }: { contact: string }) {
  const { mail, phone, whatsApp } = contactWays(contact);
  return (
    <>
      <Anchor href={mail ?? phone} inherit>
        {contact}
      </Anchor>
      {whatsApp !== undefined && (
        <>
          {' · '}
          <Anchor href={whatsApp} target="_blank" rel="noreferrer" inherit>
            WhatsApp
          </Anchor>
        </>
      )}
    </>
  );
}
