import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editorExtensions } from './editor-extensions.ts';

let editor: Editor;
beforeEach(() => {
  vi.useFakeTimers();
  editor = new Editor({ element: document.createElement('div'), extensions: editorExtensions });
});
afterEach(() => editor.destroy());

function type(text: string, afterMs: number): void {
  vi.advanceTimersByTime(afterMs);
  editor.commands.insertContent(text);
}

test('typing with pauses below a second is one undo step, and a longer pause begins another', () => {
  type('a', 0);
  type('b', 900);
  type('c', 999);
  type('d', 1001);
  editor.commands.undo();
  expect(editor.getText()).toBe('abc');
  editor.commands.undo();
  expect(editor.getText()).toBe('');
});

test('a hundred steps can be undone; older ones are forgotten', () => {
  for (let step = 0; step < 300; step += 1) type('x', 1001);
  let undone = 0;
  while (editor.commands.undo()) undone += 1;
  // The history drops old steps by twenties instead of one by one.
  expect(undone).toBeGreaterThanOrEqual(100);
  expect(undone).toBeLessThanOrEqual(120);
});

test.each([
  ['https://a.example', 'https://a.example'],
  ['mailto:a@a.example', 'mailto:a@a.example'],
  ['tel:+90', 'tel:+90'],
  ['sms:+90', 'sms:+90'],
  ['a.example', 'https://a.example'],
  ['ftp://a.example', 'about:blank'],
  ['javascript:alert(1)', 'about:blank'],
  ['data:text/html,x', 'about:blank'],
])('the link %s is set as %s', (typed, kept) => {
  editor.commands.setContent('<p>word</p>');
  editor.commands.selectAll();
  editor.commands.setLink({ href: typed });
  expect(editor.getAttributes('link')['href']).toBe(kept);
});

test.each([
  ['https://a.example/', 'https://a.example/'],
  ['java&#10;script:alert(1)', 'about:blank'],
  ['vbscript:x', 'about:blank'],
  ['/relative', 'about:blank'],
])('the pasted link %s becomes %s', (pasted, kept) => {
  editor.commands.setContent(`<p><a href="${pasted}" onclick="x()">word</a></p>`);
  expect(editor.getHTML()).toBe(
    `<p><a target="_blank" rel="noopener noreferrer nofollow" href="${kept}">word</a></p>`,
  );
});

test.each([
  ['<img src="https://a.example/x.png">', true],
  ['<img src="http://a.example/x.png">', true],
  ['<img src="data:image/png;base64,iVBORw0KGgo=">', true],
  ['<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', false],
  ['<img src="data:image/svg+xml;base64,PHN2Zy8+">', false],
  ['<img src="/api/pictures/7/">', true],
  ['<img src="/api/files/7/content/">', false],
  ['<img src="blob:https://a.example/1">', false],
  ['<img src="file:///x.png">', false],
])('%s is allowed: %s', (html, stays) => {
  editor.commands.setContent(`<p>before</p>${html}`);
  expect(editor.getHTML().includes('<img')).toBe(stays);
});

test('the editor has four levels of headings', () => {
  editor.commands.setContent('<h1>1</h1><h4>4</h4><h5>5</h5><pre><code>x</code></pre>');
  expect(editor.getHTML()).toContain('<h1>1</h1><h4>4</h4><p>5</p><pre><code>x</code></pre>');
});

test('a picture copied from a page of ours keeps its address on the server', () => {
  editor.commands.setContent(`<p>x</p><img src="${window.location.origin}/api/pictures/7/" alt="a">`);
  expect(editor.getHTML()).toContain('<img src="/api/pictures/7/" alt="a">');
});
