import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { PLANS_ELEMENT_ID, type RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect, test } from 'vitest';
import { render } from './render.tsx';

const STARTER: Plan = {
  id: 1,
  name: 'Starter',
  price_per_period: 0,
  currency: 'USD',
  description: 'Small & free',
  features: ['3 projects', '<b>$&</b>'],
  is_popular: false,
  storage_limit_gb: 0.5,
  project_limit: 3,
  capabilities: LEAST_CAPABILITIES,
};
const PRO: Plan = { ...STARTER, id: 2, name: '$1', price_per_period: 29, features: [], is_popular: true };

const TEMPLATE = '<html lang="en"><head><title>Vitrin</title></head><div id="root"></div></html>';
const PAGE: RenderedPages['landing'] = {
  language: 'en',
  template: TEMPLATE,
  origin: 'https://vitrin.example',
  address: '/?lang=en',
  plans: [STARTER, PRO],
};

const htmlOf = async (...page: Parameters<typeof render>) => (await render(...page)).html;

test('each plan has a card, and its texts are in the page and in the data', async () => {
  const html = await htmlOf('landing', PAGE);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const cards = Array.from(page.querySelectorAll('article'));
  expect(cards.map((card) => [card.dataset['popular'], card.querySelector('h3')?.textContent])).toEqual([
    ['false', 'Starter'],
    ['true', '$1'],
  ]);
  const [starter, pro] = cards;
  expect(Array.from(starter?.querySelectorAll('li') ?? [], (item) => item.textContent)).toEqual(
    STARTER.features,
  );
  expect(starter?.textContent).toContain('$0');
  expect(starter?.textContent).toContain('Small & free');
  expect(pro?.textContent).toContain('$29');
  expect(JSON.parse(page.getElementById(PLANS_ELEMENT_ID)?.textContent ?? '')).toEqual(PAGE.plans);
});

test('text of a plan is no placeholder of the page, and closes no script', async () => {
  const description = '<title>Vitrin</title> <div id="root"></div> </script> {{origin}}';
  const html = await htmlOf('landing', { ...PAGE, plans: [{ ...STARTER, description }] });
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelector('article')?.textContent).toContain(description);
  expect(page.querySelectorAll('#root')).toHaveLength(1);
  expect(JSON.parse(page.getElementById(PLANS_ELEMENT_ID)?.textContent ?? '')).toMatchObject([
    { description },
  ]);
});

test.each([
  ['en', '/?lang=en'],
  ['tr', '/'],
] as const)('a page in %s names its own address and the others', async (language, address) => {
  const html = await htmlOf('landing', { ...PAGE, language, address });
  const page = new DOMParser().parseFromString(html, 'text/html');
  const links = (selector: string) =>
    Array.from(page.querySelectorAll(selector), (link) => link.getAttribute('href'));
  expect(links('[rel=canonical]')).toEqual([`https://vitrin.example${address}`]);
  expect(links('[rel=alternate]')).toEqual([
    'https://vitrin.example/?lang=en',
    'https://vitrin.example/?lang=tr',
    'https://vitrin.example/',
  ]);
  expect(page.getElementById('root')?.dataset['language']).toBe(language);
});

test('the copyright line has the year in which the page is rendered', async () => {
  const html = await htmlOf('landing', PAGE);
  const footer = new DOMParser().parseFromString(html, 'text/html').querySelector('footer');
  expect(footer?.textContent).toContain(`© ${new Date().getFullYear()} Vitrin.`);
});

test('a template without the placeholder for the content cannot be filled', async () => {
  await expect(htmlOf('landing', { ...PAGE, template: '<title>Vitrin</title>' })).rejects.toThrow(
    'The template has no <div id="root"></div>',
  );
});
