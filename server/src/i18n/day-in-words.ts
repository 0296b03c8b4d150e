import type { Language } from '@vitrin/shared/contract/users.ts';

/** Without a year, as in "Friday 4 December". */
export function dayInWords(language: Language, day: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
}
