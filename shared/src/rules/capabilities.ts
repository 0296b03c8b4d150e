import type { Capability, Capabilities, NeededCapability } from '../contract/capabilities.ts';

const LEVELS = ['basic', 'advanced', 'custom'] as const;
const SCOPES = ['read', 'deliver', 'manage'] as const;

const MAX_TOKENS = 1000;
const MAX_WEBHOOKS = 1000;
const MAX_SUPPORT_HOURS = 1000;

/** Abilities of an account without a plan, and of values that a plan lacks. */
export const LEAST_CAPABILITIES: Capabilities = {
  analytics: 'basic',
  tokens: 0,
  token_scopes: [],
  webhooks: 0,
  feeds: false,
  support_hours: 0,
};

const READERS: { [Name in Capability]: (text: string) => Capabilities[Name] | undefined } = {
  analytics: (text) => LEVELS.find((level) => level === text),
  tokens: (text) => wholeNumber(text, MAX_TOKENS),
  token_scopes: scopes,
  webhooks: (text) => wholeNumber(text, MAX_WEBHOOKS),
  feeds: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
  support_hours: (text) => wholeNumber(text, MAX_SUPPORT_HOURS),
};

/** Valid values of each ability in words, for people who set one. */
export const CAPABILITY_VALUES: Record<Capability, string> = {
  analytics: LEVELS.join(', '),
  tokens: `a whole number up to ${MAX_TOKENS}`,
  token_scopes: `some of ${SCOPES.join(', ')}, with spaces between, or none`,
  webhooks: `a whole number up to ${MAX_WEBHOOKS}`,
  feeds: 'yes, no',
  support_hours: `a whole number up to ${MAX_SUPPORT_HOURS}; 0 promises nothing`,
};

export const CAPABILITIES = Object.keys(READERS) as Capability[];

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(READERS, name);
}

/** Stored form of a value in an owner's words; undefined if it is invalid. */
export function storedCapability(name: Capability, text: string): string | undefined {
  const plain = name === 'token_scopes' && text === 'none' ? '' : text.trim();
  const value = READERS[name](plain);
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.join(' ') : plain;
}

/** Abilities from the rows of a plan; invalid rows are ignored. */
export function readCapabilities(rows: readonly { capability: string; value: string }[]): Capabilities {
  const read = rows.flatMap(({ capability, value }) => {
    const reader = isCapability(capability) ? READERS[capability](value) : undefined;
    return reader === undefined ? [] : [[capability, reader] as const];
  });
  return { ...LEAST_CAPABILITIES, ...Object.fromEntries(read) };
}

/** First missing ability, if any; counts and levels are the least that suffice. */
export function lackingCapability(has: Capabilities, needed: NeededCapability): Capability | undefined {
  const enough: Record<Capability, boolean> = {
    analytics: LEVELS.indexOf(has.analytics) >= LEVELS.indexOf(needed.analytics ?? 'basic'),
    tokens: has.tokens >= (needed.tokens ?? 0),
    token_scopes: needed.token_scopes === undefined || has.token_scopes.includes(needed.token_scopes),
    webhooks: has.webhooks >= (needed.webhooks ?? 0),
    feeds: has.feeds || needed.feeds !== true,
    support_hours: needed.support_hours === undefined || answersWithin(has, needed.support_hours),
  };
  return CAPABILITIES.find((name) => !enough[name]);
}

function answersWithin({ support_hours }: Capabilities, hours: number): boolean {
  return support_hours > 0 && support_hours <= hours;
}

function wholeNumber(text: string, most: number): number | undefined {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Infinity;
  return number <= most ? number : undefined;
}

function scopes(text: string): Capabilities['token_scopes'] | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  const reader = SCOPES.filter((scope) => words.includes(scope));
  return words.every((word) => SCOPES.some((scope) => scope === word)) ? reader : undefined;
}
