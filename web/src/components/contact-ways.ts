/** Addresses of the ways to reach a person by a contact, which is a mail address or a phone number. */
type ContactWays = { mail?: string; phone?: string; whatsApp?: string };

/** wa.me takes digits with the code of the country and nothing else, so a number without one has no such address. */
export function contactWays(contact: string): ContactWays {
  if (contact.includes('@')) return { mail: `mailto:${encodeURIComponent(contact).replace('%40', '@')}` };
  const digits = contact.replaceAll(/\D/g, '');
  const isInternational = contact.trim().startsWith('+') || digits.startsWith('00');
  return {
    phone: `tel:${isInternational ? `+${digits.replace(/^00/, '')}` : digits}`,
    ...(isInternational && { whatsApp: `https://wa.me/${digits.replace(/^00/, '')}` }),
  };
}
