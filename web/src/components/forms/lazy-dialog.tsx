import { type ComponentType, Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/code/when-idle.ts';

type Dialog = { opened: boolean };

/** Dialog with code that loads when the page is idle or it is opened; render it where its button is. */
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

/** Opens a dialog only with its second render: one open at its first render remembers no focused element to return to. */
function closedAtFirst<Props extends Dialog>(Dialog: ComponentType<Props>): ComponentType<Props> {
  return function ClosedAtFirst(props: Props) {
    const [isRendered, setRendered] = useState(false);
    useEffect(() => setRendered(true), []);
    return <Dialog {...props} opened={props.opened && isRendered} />;
  };
}
