import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';

type PlanSeed = {
  plan: {
    code: string;
    name: string;
    storage_limit_gb: number;
    project_limit: number;
    is_popular: boolean;
    position: number;
  };
  prices: { currency: Currency; amount_cents: number }[];
  texts: { language: Language; description: string; features: string[] }[];
};

const UNLIMITED = 1_000_000;

/** A new installation gets these plans (specification 7.1), which the owner may edit. */
export const planSeeds: PlanSeed[] = [
  {
    plan: {
      code: 'free',
      name: 'Starter',
      storage_limit_gb: 0.5,
      project_limit: 3,
      is_popular: false,
      position: 1,
    },
    prices: [
      { currency: 'USD', amount_cents: 0 },
      { currency: 'TRY', amount_cents: 0 },
    ],
    texts: [
      {
        language: 'en',
        description: 'For your first projects.',
        features: ['Up to 3 projects', '500MB storage', 'Analytics'],
      },
      {
        language: 'tr',
        description: 'İlk projeleriniz için.',
        features: ['En fazla 3 proje', '500 MB depolama', 'Analizler'],
      },
    ],
  },
  {
    plan: {
      code: 'pro',
      name: 'Professional',
      storage_limit_gb: 10,
      project_limit: UNLIMITED,
      is_popular: true,
      position: 2,
    },
    prices: [
      { currency: 'USD', amount_cents: 2900 },
      { currency: 'TRY', amount_cents: 89_900 },
    ],
    texts: [
      {
        language: 'en',
        description: 'For freelancers who live from their work.',
        features: ['Unlimited projects', '10GB storage', 'Analytics'],
      },
      {
        language: 'tr',
        description: 'Geçimini işinden sağlayan serbest çalışanlar için.',
        features: ['Sınırsız proje', '10 GB depolama', 'Analizler'],
      },
    ],
  },
  {
    plan: {
      code: 'enterprise',
      name: 'Enterprise',
      storage_limit_gb: 100,
      project_limit: UNLIMITED,
      is_popular: false,
      position: 3,
    },
    prices: [
      { currency: 'USD', amount_cents: 9900 },
      { currency: 'TRY', amount_cents: 299_900 },
    ],
    texts: [
      {
        language: 'en',
        description: 'For large files and many clients.',
        features: ['Unlimited projects', '100GB storage', 'Analytics'],
      },
      {
        language: 'tr',
        description: 'Büyük dosyalarla ve çok sayıda müşteriyle çalışanlar için.',
        features: ['Sınırsız proje', '100 GB depolama', 'Analizler'],
      },
    ],
  },
];
