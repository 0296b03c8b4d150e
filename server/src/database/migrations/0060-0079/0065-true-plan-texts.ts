import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';

const CHANGES = [
  {
    code: 'free',
    language: 'en',
    features: [
      ['Up to 3 projects', '500MB storage', 'Basic analytics'],
      ['Up to 3 projects', '500MB storage', 'Analytics'],
    ],
  },
  {
    code: 'free',
    language: 'tr',
    features: [
      ['En fazla 3 proje', '500 MB depolama', 'Temel analizler'],
      ['En fazla 3 proje', '500 MB depolama', 'Analizler'],
    ],
  },
  {
    code: 'pro',
    language: 'en',
    features: [
      ['Unlimited projects', '10GB storage', 'Advanced analytics', 'Priority support'],
      ['Unlimited projects', '10GB storage', 'Analytics'],
    ],
  },
  {
    code: 'pro',
    language: 'tr',
    features: [
      ['Sınırsız proje', '10 GB depolama', 'Gelişmiş analizler', 'Öncelikli destek'],
      ['Sınırsız proje', '10 GB depolama', 'Analizler'],
    ],
  },
  {
    code: 'enterprise',
    language: 'en',
    description: ['For studios with large files and many clients.', 'For large files and many clients.'],
    features: [
      ['Unlimited projects', '100GB storage', 'Custom analytics', '24/7 support', 'Custom integrations'],
      ['Unlimited projects', '100GB storage', 'Analytics'],
    ],
  },
  {
    code: 'enterprise',
    language: 'tr',
    description: [
      'Büyük dosyalarla ve çok sayıda müşteriyle çalışan stüdyolar için.',
      'Büyük dosyalarla ve çok sayıda müşteriyle çalışanlar için.',
    ],
    features: [
      ['Sınırsız proje', '100 GB depolama', 'Özel analizler', '7/24 destek', 'Özel entegrasyonlar'],
      ['Sınırsız proje', '100 GB depolama', 'Analizler'],
    ],
  },
] satisfies Change[];

type Change = {
  code: string;
  language: 'en' | 'tr';
  description?: [before: string, after: string];
  features: [before: string[], after: string[]];
};

/** Replaces texts of plans that promise what does not exist; texts that the owner has edited stay. */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const { code, language, description, features } of CHANGES as Change[]) {
    const [before, after] = features.map((list) => JSON.stringify(list));
    await replaceText(db, { code, language }, 'features', [before ?? '', after ?? '']);
    if (description) await replaceText(db, { code, language }, 'description', description);
  }
}

async function replaceText(
  db: Kysely<Schema>,
  { code, language }: Pick<Change, 'code' | 'language'>,
  column: 'description' | 'features',
  [before, after]: [before: string, after: string],
): Promise<void> {
  await db
    .updateTable('plan_texts')
    .set({ [column]: after })
    .where('plan_id', '=', (e) => e.selectFrom('plans').select('id').where('code', '=', code))
    .where('language', '=', language)
    .where(column, '=', before)
    .execute();
}
