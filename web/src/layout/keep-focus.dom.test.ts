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

test('the focus of an item that is removed goes to the next one, then to what stands beside the list', async () => {
  find('#one button').focus();
  find('#one').remove();
  await expectFocusOn('Menu of two');
  find('#two').remove();
  await expectFocusOn('Add');
  find('#add').remove();
  await expectFocusOn('Clients');
});

test('the control that takes the place of another takes its focus', async () => {
  find('#two button').focus();
  const renew = document.createElement('button');
  renew.textContent = 'Renew';
  find('#two button').replaceWith(renew);
  await expectFocusOn('Renew');
});

test('a dialog that is closed after its opener was removed leaves the focus beside that', async () => {
  find('#two a').focus();
  find('#confirm').focus();
  find('#two').remove();
  find('[role=dialog]').remove();
  await expectFocusOn('One');
});

test('a button that is disabled for a while has the focus again', async () => {
  const button = find('#add') as HTMLButtonElement;
  button.focus();
  // As a browser does it, which this document does not.
  button.disabled = true;
  button.blur();
  find('#one').remove();
  button.disabled = false;
  await expectFocusOn('Add');
});

test('a click beside all controls leaves the focus nowhere', async () => {
  find('#one a').focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  find('#one a').blur();
  find('#two').remove();
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(document.activeElement).toBe(document.body);
});
