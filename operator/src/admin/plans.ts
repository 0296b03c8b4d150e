import type { Capability } from '@vitrin/shared/contract/capabilities.ts';
import { CAPABILITIES, CAPABILITY_VALUES, storedCapability } from '@vitrin/shared/rules/capabilities.ts';
import { UNLIMITED_PROJECTS } from '@vitrin/shared/rules/storage/quota.ts';
import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';
import {
  changePlan,
  getPlanSheets,
  type PlanChange,
  type PlanSheet,
} from '@vitrin/server/features/plans/admin.ts';
import { type Answer, type Command, requireNoMore, UsageError } from './command.ts';

/** Fields of a plan that can be changed, each with the parser of its value. */
const FIELDS: Record<string, (value: string) => PlanChange> = {
  'price-usd': (value) => ({ price: { currency: 'USD', amount_cents: cents(value) } }),
  'price-try': (value) => ({ price: { currency: 'TRY', amount_cents: cents(value) } }),
  'storage-gb': (value) => ({ plan: { storage_limit_gb: number(value) } }),
  projects: (value) => ({
    plan: { project_limit: value === 'unlimited' ? UNLIMITED_PROJECTS : wholeNumber(value) },
  }),
  popular: (value) => ({ plan: { is_popular: yesOrNo(value) } }),
  'description-en': (value) => ({ text: { language: 'en', description: words(value) } }),
  'description-tr': (value) => ({ text: { language: 'tr', description: words(value) } }),
  'features-en': (value) => ({ text: { language: 'en', features: list(value) } }),
  'features-tr': (value) => ({ text: { language: 'tr', features: list(value) } }),
  ...Object.fromEntries(
    CAPABILITIES.map((name) => [name.replace('_', '-'), (value: string) => capability(name, value)]),
  ),
};

/** Stripe charges no smaller amount; in other currencies the minimum depends on the exchange rate. */
const LEAST_USD_CENTS = 50;

/** Shows and changes plans and their prices. A new price is for new purchases: running subscriptions keep theirs. */
export const plans: Command = {
  usage: [
    'plans        list them',
    `plans set CODE FIELD VALUE        FIELD: ${Object.keys(FIELDS).join(', ')}; features are parted by ;`,
  ],
  async run({ db }, [action, code = '', field = '', value, ...more]) {
    if (action === undefined) return answerOf(await getPlanSheets(db));
    if (action !== 'set') throw new UsageError(`plans ${action} is unknown.`);
    const read = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (!read || value === undefined) throw new UsageError('FIELD and VALUE are needed.');
    requireNoMore(more);
    const exists = (await getPlanSheets(db)).some((sheet) => sheet.code === code);
    if (!exists) throw new UsageError(`There is no plan ${code}.`);
    const change = read(value);
    if (code === 'free' && change.price && change.price.amount_cents > 0)
      throw new UsageError('The free plan has no price: everybody is on it without a payment.');
    if (code !== 'free' && change.price?.amount_cents === 0)
      throw new UsageError('Only the free plan costs nothing. To give a plan away use set-plan.');
    if (code !== 'free' && change.price?.currency === 'USD' && change.price.amount_cents < LEAST_USD_CENTS)
      throw new UsageError(`Stripe charges nothing below ${decimalOf(LEAST_USD_CENTS)} USD.`);
    await changePlan(db, code, change);
    const changed = (await getPlanSheets(db)).filter((sheet) => sheet.code === code);
    return answerOf(changed);
  },
};

function answerOf(sheets: PlanSheet[]): Answer {
  return { text: sheets.map(describe).join('\n\n'), json: sheets };
}

function describe({ code, name, prices, texts, capabilities, ...plan }: PlanSheet) {
  const { storage_limit_gb, project_limit, is_popular } = plan;
  const limit = project_limit === UNLIMITED_PROJECTS ? 'unlimited' : String(project_limit);
  return [
    `${code} (${name})${is_popular ? ', popular' : ''}`,
    `  prices: ${prices.map(({ amount_cents, currency }) => `${decimalOf(amount_cents)} ${currency}`).join(', ')}`,
    `  storage: ${storage_limit_gb} GB, projects: ${limit}`,
    `  ${capabilities.map(({ capability: ability, value }) => `${ability}: ${value || 'none'}`).join(', ')}`,
    ...texts.map(
      ({ language, description, features }) => `  ${language}: ${description} ${features.join('; ')}`,
    ),
  ].join('\n');
}

function capability(name: Capability, text: string): PlanChange {
  const value = storedCapability(name, text);
  if (value === undefined) throw new UsageError(`VALUE must be ${CAPABILITY_VALUES[name]}.`);
  return { capability: { name, value } };
}

/** Reads an amount digit by digit, because floating-point numbers round money. */
function cents(value: string): number {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(value);
  if (!match) throw new UsageError('A price looks like 29 or 29.90.');
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function number(value: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(value)) throw new UsageError('VALUE must be a number.');
  return Number(value);
}

function wholeNumber(value: string): number {
  if (!Number.isInteger(number(value))) throw new UsageError('VALUE must be a whole number.');
  return Number(value);
}

function yesOrNo(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new UsageError('VALUE must be yes or no.');
  return value === 'yes';
}

function words(value: string): string {
  if (value.trim() === '') throw new UsageError('VALUE must not be empty.');
  return value.trim();
}

function list(value: string): string[] {
  const features = value
    .split(';')
    .map((feature) => feature.trim())
    .filter((feature) => feature !== '');
  if (features.length === 0) throw new UsageError('VALUE must not be empty.');
  return features;
}
