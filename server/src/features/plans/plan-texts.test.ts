import { expect, test } from 'vitest';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { storedCapability } from '@vitrin/shared/rules/capabilities.ts';
import type { SupportHours } from '@vitrin/shared/rules/time/support-hours.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

const OFFICE: SupportHours = { firstDay: 1, lastDay: 5, from: 9, to: 18, zone: 'Europe/Istanbul' };
const SATURDAYS: SupportHours = { firstDay: 6, lastDay: 6, from: 10, to: 14, zone: 'UTC' };

/** Last sentence of the plan's card, with this response time of the plan and this setting. */
async function lastSentences(language: string, hours: number, support: SupportHours): Promise<string[]> {
  await setup.db
    .updateTable('plan_capabilities')
    .set({ value: storedCapability('support_hours', String(hours)) ?? '' })
    .where('capability', '=', 'support_hours')
    .where('plan_id', '=', (e) => e.selectFrom('plans').select('id').where('code', '=', 'pro'))
    .execute();
  setup.context.config.supportHours = support;
  const guest = setup.createBrowser();
  const answer = await guest.get('/api/subscription_plans/', { 'accept-language': language });
  const { results } = answer.json<{ results: Plan[] }>();
  return results[1]?.features.slice(2) ?? [];
}

test.each<[string, string, number, SupportHours, string[]]>([
  [
    'no hours',
    'en',
    0,
    OFFICE,
    ['Analytics of any period, with comparison and CSV', 'Up to 5 tokens for programs'],
  ],
  [
    'no setting',
    'en',
    8,
    undefined,
    ['Analytics of any period, with comparison and CSV', 'Up to 5 tokens for programs'],
  ],
  [
    'some hours',
    'en',
    8,
    OFFICE,
    [
      'Analytics of any period, with comparison and CSV',
      'Up to 5 tokens for programs',
      'A person answers within 8 hours of support (Monday – Friday, 9:00 to 18:00, Europe/Istanbul)',
    ],
  ],
  [
    'one day',
    'en',
    8,
    SATURDAYS,
    [
      'Analytics of any period, with comparison and CSV',
      'Up to 5 tokens for programs',
      'A person answers within 8 hours of support (Saturday, 10:00 to 14:00, UTC)',
    ],
  ],
  [
    'all hours',
    'en',
    2,
    'always',
    [
      'Analytics of any period, with comparison and CSV',
      'Up to 5 tokens for programs',
      'A person answers within 2 hours, around the clock',
    ],
  ],
  [
    'no setting',
    'tr',
    8,
    undefined,
    ['Karşılaştırma ve CSV ile dilediğiniz dönemin analizleri', 'Programlar için en fazla 5 anahtar'],
  ],
  [
    'some hours',
    'tr',
    8,
    OFFICE,
    [
      'Karşılaştırma ve CSV ile dilediğiniz dönemin analizleri',
      'Programlar için en fazla 5 anahtar',
      '8 destek saati içinde bir insan yanıtlar (Pazartesi – Cuma, 9.00 – 18.00, Europe/Istanbul)',
    ],
  ],
  [
    'all hours',
    'tr',
    2,
    'always',
    [
      'Karşılaştırma ve CSV ile dilediğiniz dönemin analizleri',
      'Programlar için en fazla 5 anahtar',
      'Günün her saatinde, 2 saat içinde bir insan yanıtlar',
    ],
  ],
])('a card states the promises of its plan: %s, %s', async (_about, language, hours, support, expected) => {
  expect(await lastSentences(language, hours, support)).toEqual(expected);
});

test.each([
  ['basic', 'en', 'Analytics: totals of 7, 30 and 90 days'],
  ['advanced', 'en', 'Analytics of any period, with comparison and CSV'],
  ['custom', 'en', 'Analytics of any period, with comparison, CSV and boards of your own by email'],
  ['basic', 'tr', 'Analizler: 7, 30 ve 90 günün toplamları'],
  ['advanced', 'tr', 'Karşılaştırma ve CSV ile dilediğiniz dönemin analizleri'],
  [
    'custom',
    'tr',
    'Karşılaştırma, CSV ve e-postayla gelen kendi panolarınızla dilediğiniz dönemin analizleri',
  ],
])('a card names the %s analytics that the plan has, in %s', async (level, language, sentence) => {
  await setup.db
    .updateTable('plan_capabilities')
    .set({ value: level })
    .where('capability', '=', 'analytics')
    .where('plan_id', '=', (e) => e.selectFrom('plans').select('id').where('code', '=', 'pro'))
    .execute();
  expect((await lastSentences(language, 0, undefined))[0]).toBe(sentence);
});

test('a refusal names the plans that have an ability', async () => {
  const ada = await setup.createFreelancer();
  const answer = await ada.browser.post('/api/tokens/', { name: 'x', scope: 'read', days: 30 });
  expect(answer.json()).toMatchObject({
    code: 'plan_lacks',
    detail:
      'Your plan does not include this, or its limit is reached. Plans that include it: Professional, Enterprise.',
  });
});
