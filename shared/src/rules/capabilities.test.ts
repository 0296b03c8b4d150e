import { expect, test } from 'vitest';
import type { Capabilities, Capability, NeededCapability } from '../contract/capabilities.ts';
import {
  CAPABILITIES,
  lackingCapability,
  LEAST_CAPABILITIES,
  readCapabilities,
  storedCapability,
} from './capabilities.ts';

const ALL: Capabilities = {
  analytics: 'advanced',
  tokens: 5,
  token_scopes: ['read', 'deliver'],
  webhooks: 10,
  feeds: true,
  support_hours: 24,
};

test('rows of a plan give its abilities', () => {
  const rows = [
    { capability: 'analytics', value: 'advanced' },
    { capability: 'tokens', value: '5' },
    { capability: 'token_scopes', value: 'read deliver' },
    { capability: 'webhooks', value: '10' },
    { capability: 'feeds', value: 'yes' },
    { capability: 'support_hours', value: '24' },
  ];
  expect(readCapabilities(rows)).toEqual(ALL);
});

test('missing and meaningless rows count as the least', () => {
  expect(readCapabilities([])).toEqual(LEAST_CAPABILITIES);
  const rows = CAPABILITIES.map((capability) => ({ capability, value: 'many' }));
  expect(readCapabilities([...rows, { capability: 'flying', value: 'yes' }])).toEqual(LEAST_CAPABILITIES);
});

test.each<[NeededCapability, Capability | undefined]>([
  [{}, undefined],
  [{ analytics: 'basic' }, undefined],
  [{ analytics: 'advanced' }, undefined],
  [{ analytics: 'custom' }, 'analytics'],
  [{ tokens: 5 }, undefined],
  [{ tokens: 6 }, 'tokens'],
  [{ token_scopes: 'deliver' }, undefined],
  [{ token_scopes: 'manage' }, 'token_scopes'],
  [{ webhooks: 10 }, undefined],
  [{ webhooks: 11 }, 'webhooks'],
  [{ feeds: true }, undefined],
  [{ support_hours: 24 }, undefined],
  [{ support_hours: 23 }, 'support_hours'],
])('a plan asked for %j lacks %s', (needed, lacking) => {
  expect(lackingCapability(ALL, needed)).toBe(lacking);
});

test.each<[NeededCapability, Capability | undefined]>([
  [{ analytics: 'basic' }, undefined],
  [{ tokens: 1 }, 'tokens'],
  [{ token_scopes: 'read' }, 'token_scopes'],
  [{ webhooks: 1 }, 'webhooks'],
  [{ feeds: true }, 'feeds'],
  [{ support_hours: 1000 }, 'support_hours'],
])('an account without a plan asked for %j lacks %s', (needed, lacking) => {
  expect(lackingCapability(LEAST_CAPABILITIES, needed)).toBe(lacking);
});

test.each<[Capability, string, string | undefined]>([
  ['analytics', 'custom', 'custom'],
  ['analytics', 'Custom', undefined],
  ['tokens', '0', '0'],
  ['tokens', '1001', undefined],
  ['tokens', '-1', undefined],
  ['tokens', '1.5', undefined],
  ['token_scopes', 'manage  read read', 'read manage'],
  ['token_scopes', 'none', ''],
  ['token_scopes', 'read write', undefined],
  ['feeds', 'no', 'no'],
  ['feeds', 'constructor', undefined],
  ['support_hours', '24', '24'],
])('%s given as "%s" is stored as %s', (name, text, stored) => {
  expect(storedCapability(name, text)).toBe(stored);
});
