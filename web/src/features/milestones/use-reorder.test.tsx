import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useReorder } from './use-reorder.ts';

const HEIGHT_PX = 40;

// jsdom has no layout and no pointer capture.
beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, Number(this.dataset['place']) * HEIGHT_PX, 100, HEIGHT_PX);
  });
});

type OnMove = (from: number, to: number) => void;

const NAMES = ['a', 'b', 'c'];

function List({ names = NAMES, onMove }: { names?: string[]; onMove: OnMove }) {
  const { handleProps, itemProps } = useReorder(names, onMove);
  return (
    <ol>
      {names.map((name, place) => (
        <li key={name} {...itemProps(place)}>
          <button type="button" {...handleProps(place)}>
            {name}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A pointer event at this height of the page; jsdom knows no `pageY`. */
function point(type: 'pointerDown' | 'pointerMove' | 'pointerUp', handle: HTMLElement, pageY: number): void {
  const init = { bubbles: true, button: 0, clientY: pageY };
  const event = new MouseEvent(type.toLowerCase(), init);
  fireEvent(handle, Object.defineProperty(event, 'pageY', { value: pageY }));
}

test('a step lands where it is let go, also when the last movement was not drawn', () => {
  const onMove = vi.fn<OnMove>();
  render(<List onMove={onMove} />);
  const handle = screen.getByRole('button', { name: 'a' });
  point('pointerDown', handle, 20);
  point('pointerMove', handle, 60);
  point('pointerUp', handle, 100);
  expect(onMove.mock.calls).toEqual([[0, 2]]);
});

test('a step that is put back where it was does not move', () => {
  const onMove = vi.fn<OnMove>();
  render(<List onMove={onMove} />);
  const handle = screen.getByRole('button', { name: 'b' });
  point('pointerDown', handle, 60);
  point('pointerMove', handle, 100);
  point('pointerUp', handle, 62);
  expect(onMove).not.toHaveBeenCalled();
});

test('keys that come before the list is drawn anew go on from where the last one led', () => {
  const onMove = vi.fn<OnMove>();
  const { rerender } = render(<List onMove={onMove} />);
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('button', { name: 'a' }), { key });
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) press(key);
  expect(onMove.mock.calls).toEqual([
    [0, 1],
    [0, 2],
    [0, 1],
    [0, 0],
  ]);
  rerender(<List names={['b', 'a', 'c']} onMove={onMove} />);
  press('ArrowDown');
  expect(onMove.mock.lastCall).toEqual([1, 2]);
});
