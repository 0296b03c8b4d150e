import type texts from '../../../../i18n/en/formats.json';

/** A word for what files of a format are, with a place for the format's name or without: a key of formats.json. */
export type FormatWord = keyof typeof texts.formats;

/**
 * One format: its word, its name as its makers write it (empty where the word says it all), its extensions, and the media
 * types that the server finds in its bytes.
 */
export type Format = readonly [word: FormatWord, name: string, extensions: string, mediaTypes?: string];
