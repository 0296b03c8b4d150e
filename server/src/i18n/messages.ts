import type { Language } from '@vitrin/shared/contract/users.ts';
import en from './en.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };

export type MessageKey = keyof typeof en;

const catalogues: Record<Language, Record<MessageKey, string>> = { en, tr };

export function translate(
  language: Language,
  key: MessageKey,
  params: Record<string, string | number> = {},
): string {
  return catalogues[language][key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    inWords(language, params[name] ?? whole),
  );
}

/** A number with the decimal sign of the language, and without separators for thousands. */
function inWords(language: Language, value: string | number): string {
  if (typeof value === 'string') return value;
  return value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 2 });
}

/** Turkish when the first language of Accept-Language that we have is Turkish, else English (specification 8.1). */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const tag of (acceptLanguage ?? '').toLowerCase().split(',')) {
    if (tag.includes('tr')) return 'tr';
    if (tag.trim().startsWith('en')) return 'en';
  }
  return 'en';
}
