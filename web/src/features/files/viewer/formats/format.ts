import type texts from '../../../../i18n/en/formats.json';

/** A word for what files of a format are, with a place for the format's name or without: a key of formats.json. */
export type FormatWord = keyof typeof texts.formats;

/** A format: its word, its maker's name (may be empty), its extensions, and its detected media types. */
export type Format = readonly [word: FormatWord, name: string, extensions: string, mediaTypes?: string];
