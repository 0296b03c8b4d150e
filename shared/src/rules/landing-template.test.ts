import { expect, test } from 'vitest';
import { fillLandingPage, markPlanCard, markYear, placeholderPlan } from './landing-template.ts';
import { formatMoney } from './money/money.ts';

const PLACEHOLDER = placeholderPlan('en');
const PRICE = formatMoney('en', PLACEHOLDER.price_per_period, 'USD');
const PAGE =
  `<head>{{origin}}{{address}}</head><article data-popular="false"><h3>{{name}}</h3><b>${PRICE}</b>` +
  `<p>{{description}}</p><ul><li>{{feature}}</li></ul><a>Choose {{name}}</a></article><!--plans-data-->`;

const PLACE = { origin: 'https://vitrin.example', address: '/?lang=en', year: 2027 };

const STARTER = {
  ...PLACEHOLDER,
  name: 'Starter',
  price_per_period: 0,
  description: 'Small & free',
  features: ['3 projects', '<b>$&</b>'],
};
const PRO = { ...STARTER, id: 2, name: '$1 {{price}}', price_per_period: 29, features: [], is_popular: true };

test('each plan of the database has a card of its own', () => {
  const page = fillLandingPage(markPlanCard(PAGE, 'en'), 'en', [STARTER, PRO], PLACE);
  expect(page).toContain('<head>https://vitrin.example/?lang=en</head>');
  expect(page).toContain('<h3>Starter</h3><b>$0</b><p>Small &amp; free</p><ul><li>3 projects</li>');
  expect(page.match(/<article/g)).toHaveLength(2);
  expect(page).toContain('<article data-popular="true"><h3>$1 {{price}}</h3><b>$29</b>');
});

test('what a plan says is text, in the card and in the data', () => {
  const page = fillLandingPage(markPlanCard(PAGE, 'en'), 'en', [STARTER], PLACE);
  expect(page).toContain('<li>&lt;b&gt;$&amp;&lt;/b&gt;</li>');
  expect(page).not.toContain('<b>$&</b>');
  const data = /<script[^>]*>(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual([STARTER]);
});

test('a text of a plan keeps what looks like a mark of the page', () => {
  const marks = '{{origin}} {{address}} {{year}} {{name}} {{feature}} <!--plans-data-->';
  const plan = { ...STARTER, name: 'Pro {{year}}', description: marks, features: [marks, '{{description}}'] };
  const html = markYear(`${PAGE}<footer>© 2026</footer>`, 2026);
  const page = fillLandingPage(markPlanCard(html, 'en'), 'en', [plan], PLACE);
  const shown = marks.replace('<', '&lt;').replace('>', '&gt;');
  expect(page).toContain(`<h3>Pro {{year}}</h3><b>$0</b><p>${shown}</p>`);
  expect(page).toContain(`<ul><li>${shown}</li><li>{{description}}</li></ul>`);
  expect(JSON.parse(/<script[^>]*>(.*)<\/script>/.exec(page)?.[1] ?? '')).toEqual([plan]);
  expect(page).toContain('<footer>© 2027</footer>');
});

test('a page without the card cannot be marked', () => {
  expect(() => markPlanCard('<main></main>', 'en')).toThrow('plan card lacks');
});

test('the copyright line has the year of the answer, not of the build', () => {
  const page = markYear('<footer class="a">© <!-- -->2026<!-- --> Vitrin.</footer><p>2026</p>', 2026);
  expect(fillLandingPage(page, 'en', [], PLACE)).toContain(
    '© <!-- -->2027<!-- --> Vitrin.</footer><p>2026</p>',
  );
  expect(() => markYear('<footer></footer>', 2026)).toThrow('no copyright line');
});
