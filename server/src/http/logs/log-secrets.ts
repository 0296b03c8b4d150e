import { type LoggerOptions, stdSerializers } from 'pino';

const CUT = '[cut]';

/** Names of fields with secrets, in lower case and letters only: `reset_token`, `Set-Cookie`, `x-csrftoken`. */
const SECRET_FIELD =
  /passw(?:or)?d|token|secret|cookie|authorization|csrf|sessionid|(?:verification|reset)key/;

/** In an address `key`, `code` and `state` are secrets too, because they stand in mailed links. */
const SECRET_VALUE = /(?:passw(?:or)?d|token|secret|session(?:id)?|key|code|state)[^=:&]{0,20}[=:]/;

/** Where a secret is a part of the path: the addresses that calendars and feed readers ask. */
const SECRET_IN_PATH = /(\/feeds\/)[^/?#]+/gi;

/** Query parameters that name a person: the log names people by their ids only. */
const NAMES_SOMEBODY = /^(?:search|email|username)=/i;
/** Secrets in a sentence, where "key" and "code" are words like any others. */
const SECRET_IN_TEXT =
  /((?:passw(?:or)?d|token|secret|cookie|authorization|sessionid)\w{0,20}["']?(?:=|%3d|:\s?(?!\/\/)))[^\s&,;)}\]]+/gi;

/** Most layers of encoding that are decoded; an address with more hides something. */
const MOST_DECODINGS = 5;
const MOST_LEVELS = 6;

/** Longer texts are cut in the log, and lists of more values: what people send decides neither. */
const LONGEST_TEXT = 8000;
const MOST_VALUES = 100;

/** Removes secrets and searched names in any spelling: capitals, repeated encoding, an address in the address. */
export function withoutSecrets(url: string): string {
  return cutValues(url.replaceAll(SECRET_IN_PATH, `$1${CUT}`));
}

function cutValues(url: string): string {
  // Each secret follows one of these, and most addresses have none.
  if (!/[=:%]/.test(url)) return url;
  return url.replaceAll(/[^?&;#]+/g, (part) => {
    if (!isSecret(part)) return part;
    const name = /^[\w.[\]-]+=/.exec(part)?.[0] ?? '';
    return name + CUT;
  });
}

function isSecret(part: string): boolean {
  let text = part;
  for (let round = 0; round < MOST_DECODINGS; round += 1) {
    if (NAMES_SOMEBODY.test(text) || (round > 0 && text.search(SECRET_IN_PATH) >= 0)) return true;
    if (SECRET_VALUE.test(text.toLowerCase().replaceAll(/[^a-z=:&]/g, ''))) return true;
    const decoded = text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** Answers by field name, true for a field that holds secrets: most lines have the field names of earlier lines. */
const cached = new Map<string, boolean>();
const MOST_CACHED = 1000;
const LONGEST_CACHED = 50;

function isSecretField(name: string): boolean {
  const before = cached.get(name);
  if (before !== undefined) return before;
  const isSecretName = SECRET_FIELD.test(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  if (cached.size < MOST_CACHED && name.length <= LONGEST_CACHED) cached.set(name, isSecretName);
  return isSecretName;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) + CUT : text;
}

/** Removes secrets at any depth and cuts long values. A `link` stays: it appears only on a developer's machine. */
function redacted(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value === 'string') return cut(value).replaceAll(SECRET_IN_TEXT, `$1${CUT}`);
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (levels === 0) return CUT;
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_VALUES).map((item) => redacted(item, levels - 1));
    return value.length > MOST_VALUES ? [...items, CUT] : items;
  }
  const fields = value as Record<string, unknown>;
  // Most lines hide nothing and need no copy; objects other than plain ones may serialise themselves.
  let clean = Object.getPrototypeOf(fields) === Object.prototype ? fields : { ...fields };
  for (const [name, inner] of Object.entries(fields)) {
    const shown = name === 'link' ? inner : isSecretField(name) ? CUT : redacted(inner, levels - 1);
    if (shown === inner) continue;
    if (clean === fields) clean = { ...fields };
    clean[name] = shown;
  }
  return clean;
}

export const REDACTION: Pick<LoggerOptions, 'hooks' | 'serializers'> = {
  hooks: {
    logMethod([fields, message, ...rest], write) {
      // Without a sentence pino would use the error's own.
      const own = isFailure(fields) && message === undefined ? fields.err.message : message;
      write.apply(this, [redacted(fields), redacted(own), ...rest] as Parameters<typeof write>);
    },
  },
  serializers: { err: (error: Error) => redacted({ ...stdSerializers.err(error) }) },
};

function isFailure(fields: unknown): fields is { err: Error } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error;
}
