import type account from './en/account.json';
import type auth from './en/auth.json';
import type common from './en/common.json';
import type compare from './en/compare.json';
import type documents from './en/documents.json';
import type drafts from './en/drafts.json';
import type downloads from './en/downloads.json';
import type face from './en/face.json';
import type formats from './en/formats.json';
import type landing from './en/landing.json';
import type plans from './en/plans.json';
import type projects from './en/projects.json';
import type tools from './en/tools.json';
import type viewer from './en/viewer.json';
import type changes from './en/changes.json';
import type archives from './en/archives.json';
import type boards from './en/boards.json';
import type factors from './en/factors.json';
import type feed from './en/feed.json';
import type figures from './en/figures.json';
import type lacks from './en/lacks.json';
import type tokens from './en/tokens.json';
import type arranging from './en/arranging.json';
import type places from './en/places.json';
import type recorded from './en/recorded.json';
import type passkeys from './en/passkeys.json';
import type support from './en/support.json';
import type many from './en/many.json';
import type notices from './en/notices.json';
import type offline from './offline/en.json';
import type { Language } from '@vitrin/shared/contract/users.ts';

type AllTexts = typeof account &
  typeof auth &
  typeof common &
  typeof compare &
  typeof documents &
  typeof drafts &
  typeof downloads &
  typeof face &
  typeof formats &
  typeof landing &
  typeof plans &
  typeof projects &
  typeof tools &
  typeof viewer &
  typeof changes &
  typeof archives &
  typeof boards &
  typeof factors &
  typeof feed &
  typeof figures &
  typeof lacks &
  typeof tokens &
  typeof support &
  typeof many &
  typeof arranging &
  typeof places &
  typeof recorded &
  typeof passkeys &
  typeof notices &
  typeof offline;

/** Names from the outermost to the text, joined by dots; forms of a number share a key. */
type KeyIn<T> = {
  [Name in keyof T & string]: T[Name] extends string ? Name | WithoutForm<Name> : `${Name}.${KeyIn<T[Name]>}`;
}[keyof T & string];
type WithoutForm<Name extends string> = Name extends `${infer Key}_${'one' | 'other'}` ? Key : Name;

/** Every text of the product, as `project.title`. */
type TextKey = KeyIn<AllTexts>;

/** Values that replace `{{name}}` in a text. `count` also chooses between `key_one` and `key_other`. */
type Values = Readonly<Record<string, string | number | bigint | null | undefined>>;

/** The text of a key in the language that is shown; the key itself where the text is not loaded. */
export type TFunction = (key: TextKey, values?: Values) => string;

/** Texts as they are in a file. */
export type Texts = { readonly [name: string]: string | Texts };

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The texts that are loaded, in the language that is shown. */
export class Translator {
  /** A new function after a switch of the language, so that values memoised with the old one are computed again. */
  t: TFunction;
  language: Language;
  readonly #texts: Record<Language, Texts> = { en: {}, tr: {} };
  readonly #listeners = new Set<() => void>();

  constructor(language: Language) {
    this.language = language;
    this.t = this.#textsIn(language);
  }

  /** Adds the texts of a file; a name at the top is in one file only. */
  add(language: Language, texts: Texts): void {
    this.#texts[language] = { ...this.#texts[language], ...texts };
  }

  has(key: TextKey, language: Language = this.language): boolean {
    return textAt(this.#texts[language], key) !== undefined;
  }

  /** Shows another language; its texts must be loaded. */
  show(language: Language): void {
    this.language = language;
    this.t = this.#textsIn(language);
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after each switch of the language; the function returned ends it. */
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #textsIn(language: Language): TFunction {
    const forms = new Intl.PluralRules(language);
    return (key, values = {}) => {
      const texts = this.#texts[language];
      const { count } = values;
      const form = typeof count === 'number' ? textAt(texts, `${key}_${forms.select(count)}`) : undefined;
      const text = form ?? textAt(texts, key) ?? key;
      // In one pass, so that a value that looks like a place stays as it is.
      return text.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? ''));
    };
  }
}

function textAt(texts: Texts, key: string): string | undefined {
  let found: Texts | string | undefined = texts;
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return typeof found === 'string' ? found : undefined;
}
