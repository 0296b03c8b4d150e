import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Clients</h1>
      <ul>
        <li id="one"><a href="/one">One</a><button aria-haspopup="menu">Menu of one</button></li>
        <li id="two"><a href="/two">Two</a><button aria-haspopup="menu">Menu of two</button></li>
      </ul>
      <button id="add">Add</button>
    </main>
    <div role="dialog"><button id="confirm">Delete</button></div>`;
  stop = keepFocus();
});
afterEach(() => stop());

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
const expectFocusOn = (text: string) =>
  vi.waitFor(() => expect(document.activeElement?.textContent).toBe(text));

test('the focus of a removed item goes to the next one, then to the control beside the list', async () => {
  find('#one button').focus();
  find('#one').remove();
  await expectFocusOn('Menu of two');
  find('#two').remove();
  await expectFocusOn('Add');
  find('#add').remove();
  await expectFocusOn('Clients');
});

test('a control that replaces another takes its focus', async () => {
  find('#two button').focus();
  const renew = document.createElement('button');
  renew.textContent = 'Renew';
  find('#two button').replaceWith(renew);
  await expectFocusOn('Renew');
});

test('a dialog closed after its opener was removed leaves the focus beside that', async () => {
  find('#two a').focus();
  find('#confirm').focus();
  find('#two').remove();
  find('[role=dialog]').remove();
  await expectFocusOn('One');
});

test('a temporarily disabled button regains the focus', async () => {
  const button = find('#add') as HTMLButtonElement;
  button.focus();
  // Imitates browsers, unlike jsdom.
  button.disabled = true;
  button.blur();
  find('#one').remove();
  button.disabled = false;
  await expectFocusOn('Add');
});

test('a click outside of all controls clears the focus', async () => {
  find('#one a').focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  find('#one a').blur();
  find('#two').remove();
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(document.activeElement).toBe(document.body);
});
