import { type ComponentType, Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/code/when-idle.ts';

type Dialog = { opened: boolean };

/**
 * Makes a dialog that loads its code when the page is idle, or when it is opened before that; no screen waits for it.
 * `load` is called where the dialog is rendered, so a screen that shows its button renders the dialog too.
 */
export function lazyDialog<Props extends Dialog>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: closedAtFirst(await load()) }));
  return function LazyDialog(props: Props) {
    const [isWanted, setWanted] = useState(false);
    useEffect(() => whenIdle(() => setWanted(true)), []);
    if (props.opened && !isWanted) setWanted(true);
    if (!isWanted) return null;
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/**
 * Opens a dialog only with its second render. A dialog stores the focused element when it opens, to restore it; one that
 * is open at its first render stores nothing.
 */
function closedAtFirst<Props extends Dialog>(Dialog: ComponentType<Props>): ComponentType<Props> {
  return function ClosedAtFirst(props: Props) {
    const [isRendered, setRendered] = useState(false);
    useEffect(() => setRendered(true), []);
    return <Dialog {...props} opened={props.opened && isRendered} />;
  };
}
