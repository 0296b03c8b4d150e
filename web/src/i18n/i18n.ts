import type { Language } from '@vitrin/shared/contract/users.ts';
import { loadCode } from '../lib/code/load-code.ts';
import { type Texts, Translator } from './translator.ts';

/** Files of texts; each top-level key is in one file only. `common` is loaded on every page. */
export const TEXT_PARTS = [
  'common',
  'landing',
  'auth',
  'account',
  'face',
  'formats',
  'plans',
  'projects',
  'drafts',
  'downloads',
  'compare',
  'documents',
  'tools',
  'viewer',
  'changes',
  'notices',
  'archives',
  'boards',
  'factors',
  'feed',
  'figures',
  'lacks',
  'tokens',
  'places',
  'recorded',
  'arranging',
  'passkeys',
  'support',
  'many',
] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** All but those of late-texts.ts. */
const files = import.meta.glob<Texts>(
  [
    './{en,tr}/*.json',
    '!./{en,tr}/{archives,arranging,boards,drafts,face,factors,feed,figures,formats,lacks,passkeys,tokens,places,recorded,many}.json',
  ],
  {
    import: 'default',
  },
);

/** Files that screens have asked for so far; a switch of the language loads all of them. */
const wanted = new Set<TextPart>(['common']);

/** Files that each translator has loaded, as `tr/auth`. */
const present = new WeakMap<Translator, Set<string>>();

/** The translator made last: a browser's only one. */
let current: Translator | undefined;

/** A translator with its texts. Each page that is rendered has its own; the browser has one. */
export async function createI18n(language: Language, parts: readonly TextPart[] = []): Promise<Translator> {
  for (const part of parts) wanted.add(part);
  const translator = new Translator(language);
  current = translator;
  await addTexts(translator, language);
  return translator;
}

/** The browser's translator, for texts outside of components. */
export function getI18n(): Translator {
  if (!current) throw new Error('There are no texts yet');
  return current;
}

/**
 * Loads code together with its texts, so that no key is visible: `loadWithTexts(['auth'], () =>
 * import('./Screen.tsx'))`.
 */
export async function loadWithTexts<T>(parts: readonly TextPart[], load: () => Promise<T>): Promise<T> {
  for (const part of parts) wanted.add(part);
  const [code] = await Promise.all([loadCode(load), addWantedTexts()]);
  return code;
}

/** Loads wanted texts in the shown language and the next one, once there is a translator to load them into. */
async function addWantedTexts(): Promise<void> {
  const translator = current;
  if (!translator) return;
  const languages = new Set([translator.language, chosenLanguage(translator)]);
  await Promise.all(Array.from(languages, (language) => addTexts(translator, language)));
}

/** Repeats until nothing is missing: while files are loading, a screen may ask for more. */
async function addTexts(translator: Translator, language: Language): Promise<void> {
  const there = present.get(translator) ?? new Set();
  present.set(translator, there);
  for (;;) {
    const missing = Array.from(wanted, (part) => `${language}/${part}`).filter((file) => !there.has(file));
    if (missing.length === 0) return;
    const texts = await Promise.all(missing.map(loadTexts));
    texts.forEach((each) => translator.add(language, each));
    missing.forEach((file) => there.add(file));
  }
}

async function loadTexts(file: string): Promise<Texts> {
  const name = `./${file}.json`;
  const load = files[name] ?? (await loadCode(() => import('./late-texts.ts'))).lateTexts[name];
  if (!load) throw new Error(`There are no texts ${file}`);
  return loadCode(load);
}

/** Language chosen last; its texts may still be loading. */
const chosen = new WeakMap<Translator, Language>();

export function chosenLanguage(translator: Translator): Language {
  return chosen.get(translator) ?? translator.language;
}

/** Switches the language without a reload once the texts are loaded; the latest choice wins. */
export async function changeLanguage(translator: Translator, language: Language): Promise<void> {
  chosen.set(translator, language);
  try {
    await addTexts(translator, language);
  } catch (error) {
    // Forgotten after a failure, so that it can be chosen again.
    chosen.delete(translator);
    throw error;
  }
  if (chosenLanguage(translator) !== language || translator.language === language) return;
  translator.show(language);
}
