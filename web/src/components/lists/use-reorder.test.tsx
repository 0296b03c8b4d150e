import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useReorder } from './use-reorder.ts';

const SIDE_PX = 100;
const COLUMNS = 3;

// jsdom has no layout and no pointer capture.
beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const position = Number(this.dataset['place']);
    return new DOMRect(
      (position % COLUMNS) * SIDE_PX,
      Math.floor(position / COLUMNS) * SIDE_PX,
      SIDE_PX,
      SIDE_PX,
    );
  });
});

type OnMove = (from: number, to: number) => void;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function Grid({ names = NAMES, onMove }: { names?: string[]; onMove: OnMove }) {
  const { listProps, dragOf, movedTo } = useReorder<HTMLUListElement>(names, onMove);
  return (
    <>
      <ul {...listProps}>
        {names.map((name, position) => (
          <li key={name} data-place={position} data-testid={name}>
            <button type="button" data-handle>
              {name}
            </button>
            <button type="button">Open {name}</button>
            {JSON.stringify(dragOf(position))}
          </li>
        ))}
      </ul>
      <output>{movedTo}</output>
    </>
  );
}

type PointerEventName = 'pointerDown' | 'pointerMove' | 'pointerUp';

/** A pointer event at this point of the page; jsdom knows no `pageX` and `pageY`. */
function point(type: PointerEventName, target: HTMLElement, pageX: number, pageY: number): void {
  const event = new MouseEvent(type.toLowerCase(), { bubbles: true, button: 0, clientY: pageY });
  fireEvent(target, Object.defineProperties(event, { pageX: { value: pageX }, pageY: { value: pageY } }));
}

const handle = (name: string) => screen.getByRole('button', { name });

test('a card lands where it is dropped, in its row or in another, even if the last movement was not rendered', () => {
  const onMove = vi.fn<OnMove>();
  render(<Grid onMove={onMove} />);
  point('pointerDown', handle('a'), 50, 50);
  point('pointerMove', handle('a'), 150, 60);
  expect(screen.getByTestId('b').textContent).toContain('after');
  point('pointerUp', handle('a'), 140, 160);
  point('pointerDown', handle('f'), 250, 150);
  point('pointerMove', handle('f'), 60, 155);
  expect(screen.getByTestId('d').textContent).toContain('before');
  point('pointerUp', handle('f'), 60, 155);
  expect(onMove.mock.calls).toEqual([
    [0, 4],
    [5, 3],
  ]);
});

test('nothing moves by other parts of a card, by another button, after Escape, or when dropped in its own place', () => {
  const onMove = vi.fn<OnMove>();
  render(<Grid onMove={onMove} />);
  const open = screen.getByRole('button', { name: 'Open a' });
  point('pointerDown', open, 50, 50);
  point('pointerUp', open, 250, 50);
  fireEvent.keyDown(open, { key: 'ArrowRight' });
  fireEvent(handle('a'), new MouseEvent('pointerdown', { bubbles: true, button: 2 }));
  point('pointerUp', handle('a'), 250, 50);
  point('pointerDown', handle('a'), 50, 50);
  fireEvent.keyDown(handle('a'), { key: 'Escape' });
  point('pointerUp', handle('a'), 250, 50);
  point('pointerDown', handle('a'), 50, 50);
  point('pointerMove', handle('a'), 250, 50);
  point('pointerUp', handle('a'), 55, 50);
  expect(onMove).not.toHaveBeenCalled();
});

test.each([
  ['ArrowRight', 'b', 2],
  ['ArrowLeft', 'b', 0],
  ['ArrowDown', 'b', 4],
  ['ArrowUp', 'e', 1],
  ['Home', 'e', 0],
  ['End', 'b', 6],
])('%s moves the card %s to place %i', (key, name, to) => {
  const onMove = vi.fn<OnMove>();
  render(<Grid onMove={onMove} />);
  fireEvent.keyDown(handle(name), { key });
  expect(onMove.mock.calls).toEqual([[NAMES.indexOf(name), to]]);
  expect(screen.getByRole('status').textContent).toBe(String(to));
});

test('keys pressed before the cards are rendered again continue from the last move, and not over the edge', () => {
  const onMove = vi.fn<OnMove>();
  const { rerender } = render(<Grid onMove={onMove} />);
  const press = (key: string) => fireEvent.keyDown(handle('a'), { key });
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowDown']) press(key);
  expect(onMove.mock.calls).toEqual([
    [0, 1],
    [0, 2],
    [0, 5],
  ]);
  rerender(<Grid names={['b', 'c', 'd', 'e', 'f', 'a', 'g']} onMove={onMove} />);
  press('ArrowDown');
  press('ArrowRight');
  expect(onMove.mock.calls.slice(3)).toEqual([[5, 6]]);
});

test('the moved card regains the focus if its new place lost it', () => {
  const { rerender } = render(<Grid onMove={() => {}} />);
  handle('a').focus();
  fireEvent.keyDown(handle('a'), { key: 'ArrowRight' });
  handle('a').blur();
  rerender(<Grid names={['b', 'a', 'c', 'd', 'e', 'f', 'g']} onMove={() => {}} />);
  expect(document.activeElement).toBe(handle('a'));
});
