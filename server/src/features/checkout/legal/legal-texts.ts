import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LEGAL_TEXT_NAMES, type LegalText } from '@vitrin/shared/contract/payments/legal.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Config } from '../../../config/config.ts';
import { ConfigError } from '../../../errors.ts';

export type OwnText = LegalText & { language: Language; markdown: string };

/** All texts together are limited, since they travel with the mail of a receipt. */
const MOST_BYTES = 100_000;

const loaded = new WeakMap<Pick<Config, 'legalDir'>, readonly OwnText[]>();

/**
 * Reads the operator's texts in both languages, once; none without LEGAL_DIR. Each is a file `NAME.LANGUAGE.md` with
 * the first line `Version: TEXT` and a Markdown heading as its title. Throws ConfigError, with one sentence, for a
 * file that is missing, too long, or without version or title.
 */
export function legalTextsOf(config: Pick<Config, 'legalDir'>): readonly OwnText[] {
  const cached = loaded.get(config);
  if (cached) return cached;
  const { legalDir } = config;
  const texts = legalDir === undefined ? [] : readTexts(legalDir);
  loaded.set(config, texts);
  return texts;
}

function readTexts(folder: string): OwnText[] {
  return (['en', 'tr'] as const).flatMap((language) =>
    LEGAL_TEXT_NAMES.map((name) => {
      const file = `${name}.${language}.md`;
      const bytes = readBytes(folder, file);
      if (bytes.length > MOST_BYTES)
        throw new ConfigError(`LEGAL_DIR has a file of more than ${MOST_BYTES} bytes: ${file}.`);
      const [first = '', ...lines] = bytes.toString('utf8').split(/\r?\n/);
      const version = /^Version: *(\S.{0,99})$/.exec(first)?.[1]?.trim();
      const title = lines
        .find((line) => line.startsWith('# '))
        ?.slice(2)
        .trim();
      if (!version) throw new ConfigError(`LEGAL_DIR needs "Version: …" as the first line of ${file}.`);
      if (!title) throw new ConfigError(`LEGAL_DIR needs a heading that begins with "# " in ${file}.`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { name, language, version, title, sha256, markdown: lines.join('\n') };
    }),
  );
}

function readBytes(folder: string, file: string): Buffer {
  try {
    return readFileSync(path.join(folder, file));
  } catch {
    throw new ConfigError(`LEGAL_DIR has no file ${file} that can be read.`);
  }
}
