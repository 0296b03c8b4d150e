import { expect, test } from 'vitest';
import { untruePromisesIn } from '../../../../../test-kit/untrue-promises.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { up } from './0065-true-plan-texts.ts';

const setup = await sharedTestApp();

/** The texts that 0002 wrote earlier, as older installations have them. */
const BEFORE = [
  ['free', 'en', 'For your first projects.', ['Up to 3 projects', '500MB storage', 'Basic analytics']],
  ['free', 'tr', 'İlk projeleriniz için.', ['En fazla 3 proje', '500 MB depolama', 'Temel analizler']],
  [
    'pro',
    'en',
    'For freelancers who live from their work.',
    ['Unlimited projects', '10GB storage', 'Advanced analytics', 'Priority support'],
  ],
  [
    'pro',
    'tr',
    'Geçimini işinden sağlayan serbest çalışanlar için.',
    ['Sınırsız proje', '10 GB depolama', 'Gelişmiş analizler', 'Öncelikli destek'],
  ],
  [
    'enterprise',
    'en',
    'For studios with large files and many clients.',
    ['Unlimited projects', '100GB storage', 'Custom analytics', '24/7 support', 'Custom integrations'],
  ],
  [
    'enterprise',
    'tr',
    'Büyük dosyalarla ve çok sayıda müşteriyle çalışan stüdyolar için.',
    ['Sınırsız proje', '100 GB depolama', 'Özel analizler', '7/24 destek', 'Özel entegrasyonlar'],
  ],
] as const;

const readTexts = () =>
  setup.db
    .selectFrom('plan_texts')
    .innerJoin('plans', 'plans.id', 'plan_texts.plan_id')
    .select(['plans.code', 'language', 'description', 'features'])
    .orderBy('plan_id')
    .orderBy('language')
    .execute();

async function writeText(
  code: string,
  language: 'en' | 'tr',
  text: { description?: string; features?: string },
) {
  await setup.db
    .updateTable('plan_texts')
    .set(text)
    .where('plan_id', '=', (e) => e.selectFrom('plans').select('id').where('code', '=', code))
    .where('language', '=', language)
    .execute();
}

const migrate = () => setup.db.transaction().execute((tx) => up(tx as unknown as Parameters<typeof up>[0]));

async function writeTextsOfBefore(): Promise<void> {
  for (const [code, language, description, features] of BEFORE)
    await writeText(code, language, { description, features: JSON.stringify(features) });
}

test('an older installation ends with the texts of a new one', async () => {
  const fresh = await readTexts();
  await writeTextsOfBefore();
  expect(untruePromisesIn(JSON.stringify(await readTexts()))).not.toEqual([]);
  await migrate();
  expect(await readTexts()).toEqual(fresh);
});

test('a text that an owner has edited stays as it is, promises included', async () => {
  const fresh = await readTexts();
  await writeTextsOfBefore();
  const features = JSON.stringify(['Unlimited projects', '10GB storage', 'Priority support']);
  await writeText('pro', 'en', { features });
  await writeText('enterprise', 'tr', { description: 'Stüdyolar için.' });
  await migrate();
  expect(await readTexts()).toEqual(
    fresh.map((text) => {
      if (text.code === 'pro' && text.language === 'en') return { ...text, features };
      if (text.code === 'enterprise' && text.language === 'tr')
        return { ...text, description: 'Stüdyolar için.' };
      return text;
    }),
  );
  await writeTextsOfBefore();
  await migrate();
});
