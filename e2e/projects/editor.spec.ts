import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { openMilestoneForm, paste, saveMilestone, selectedIn } from '../kit/rich-text.ts';

test('the toolbar sets headings, bold, italic, underline and code @phone-before-release', async ({
  page,
  product,
}, { project: { name } }) => {
  const delivery = await prepareDelivery(product, `toolbar-${name}`);
  await openProject(page, delivery, 'freelancer');
  const { form, text } = await openMilestoneForm(page);
  const press = (control: string) => form.getByRole('button', { name: control, exact: true }).click();
  for (const level of [1, 2, 3, 4]) {
    await press(`Heading ${level}`);
    await text.pressSequentially(`Title ${level}`);
    await text.press('Enter');
  }
  for (const control of ['Bold', 'Italic', 'Underline']) {
    await press(control);
    await text.pressSequentially(`${control} `);
    await press(control);
  }
  await text.press('Enter');
  await press('Code block');
  await text.pressSequentially('const a = 1;');
  const kept = await saveMilestone(form, delivery);
  for (const part of [
    '<h1>Title 1</h1><h2>Title 2</h2><h3>Title 3</h3><h4>Title 4</h4>',
    '<strong>Bold </strong>',
    '<em>Italic </em>',
    '<u>Underline </u>',
    '<pre><code>const a = 1;</code></pre>',
  ])
    expect(kept).toContain(part);
  await expect(page.getByRole('heading', { name: 'Title 1' })).toBeVisible();
});

test('text typed without a pause is undone in one step @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'undo');
  await signIn(page, delivery.freelancer);
  await page.clock.install();
  await openProject(page, delivery);
  const { form, text } = await openMilestoneForm(page);
  // From here on the pause between two undo steps passes only when the test advances the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await text.pressSequentially('one');
  await page.clock.runFor(900);
  await text.pressSequentially(' two');
  await page.clock.runFor(1100);
  await text.pressSequentially(' three');
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveText('one two');
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveText('');
  await form.getByRole('button', { name: 'Redo' }).click();
  await expect(text).toHaveText('one two');
});

test('a forbidden link, typed or pasted, leads nowhere @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'links');
  await openProject(page, delivery, 'freelancer');
  const { form, text } = await openMilestoneForm(page);
  for (const [word, typed] of [
    ['site', 'example.com/a'],
    ['mail', 'mailto:a@example.com'],
    ['evil', 'javascript:alert(1)'],
    ['file', 'file:///etc/passwd'],
  ] as const) {
    await text.pressSequentially(word);
    for (const _letter of word) await text.press('Shift+ArrowLeft');
    await expect.poll(() => selectedIn(text)).toBe(word);
    await form.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Link address').fill(typed);
    await page.getByLabel('Link address').press('Enter');
    // The editor regains the focus, with the word still selected.
    await expect(text).toBeFocused();
    await text.press('End');
    await expect.poll(() => selectedIn(text)).toBe('');
    await text.press('Enter');
  }
  const links = await text
    .locator('a')
    .evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute('href')}`));
  const expected = [
    'site https://example.com/a',
    'mail mailto:a@example.com',
    'evil about:blank',
    'file about:blank',
  ];
  expect(links).toEqual(expected);
  await paste(text, {
    html: '<p><a href="javascript:alert(1)">pasted</a> <a href="https://a.example">fine</a></p>',
  });
  await expect(text.getByRole('link', { name: 'pasted' })).toHaveAttribute('href', 'about:blank');
  const kept = await saveMilestone(form, delivery);
  for (const link of expected) {
    const [word, href] = link.split(' ');
    expect(kept).toMatch(
      new RegExp(`<a href="${href?.replaceAll(/[+.?]/g, String.raw`\$&`)}"[^>]*>${word}</a>`),
    );
  }
  expect(kept).toContain('href="https://a.example"');
  expect(kept).not.toContain('javascript');
});
