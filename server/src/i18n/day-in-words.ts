import type { Language } from '@vitrin/shared/contract/users.ts';

/** A calendar day such as 2026-12-04 in words with its weekday and without a year, as in "Friday 4 December". */
export function dayInWords(language: Language, day: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
}
