/** Addresses of the ways to reach a person by a contact, which is a mail address or a phone number. */
type ContactWays = { mail?: string; phone?: string; sms?: string; whatsApp?: string };

/** wa.me takes digits with the code of the country and nothing else, so a number without one has no such address. */
export function contactWays(contact: string): ContactWays {
  if (contact.includes('@')) return { mail: `mailto:${encodeURIComponent(contact).replace('%40', '@')}` };
  const digits = contact.replaceAll(/\D/g, '');
  const isInternational = contact.trim().startsWith('+') || digits.startsWith('00');
  if (digits === '') return {};
  const number = isInternational ? `+${digits.replace(/^00/, '')}` : digits;
  return {
    phone: `tel:${number}`,
    sms: `sms:${number}`,
    ...(isInternational && { whatsApp: `https://wa.me/${number.slice(1)}` }),
  };
}
