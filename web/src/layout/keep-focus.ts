/** Later than the moment at which a closed dialog gives the focus back to the button that opened it, in milliseconds. */
const AFTER_RETURN_MS = 50;
const LAYERS = '[role=dialog], [role=menu]';
const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** An element around the control, with what stands beside the control in it. */
type Step = { around: Element; next: Element | null; previous: Element | null };
type Place = { layer: Element; control: HTMLElement; steps: readonly Step[] };

/**
 * Keeps the place of the keyboard: moves the focus of a control that is removed to what stands beside it, else to the
 * place before the dialog, else to the heading of the screen. A control that is disabled for a while, as the button of
 * a form that is being sent, gets it again. Call the function returned to stop.
 */
export function keepFocus(): () => void {
  const page = document;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The last place in each layer, the topmost layer last. */
  let positions: Place[] = [];

  const forget = (layer: Element) => {
    positions = positions.filter((position) => position.layer !== layer && position.layer.isConnected);
  };
  const remember = ({ target }: Pick<Event, 'target'>) => {
    if (!(target instanceof HTMLElement) || target === page.body) return;
    const layer = target.closest(LAYERS) ?? page.body;
    forget(layer);
    positions.push({ layer, control: target, steps: stepsTo(layer, target) });
  };
  // A click beside all controls takes the focus away on purpose; one on a control is followed by its focus.
  const leave = ({ target }: Event) => {
    if (target instanceof Element) forget(target.closest(LAYERS) ?? page.body);
  };
  const restore = () => {
    timer = undefined;
    if (page.activeElement !== page.body) return;
    const position = positions.findLast(({ layer }) => layer.isConnected);
    if (position?.control.matches(':disabled')) return;
    for (const candidate of [...(position ? candidatesAt(position) : []), heading()]) {
      candidate?.focus({ preventScroll: true });
      // One that is not shown does not take it.
      if (page.activeElement !== page.body) return;
    }
  };
  const changes = new MutationObserver(() => {
    if (page.activeElement === page.body && positions.length > 0)
      timer ??= setTimeout(restore, AFTER_RETURN_MS);
  });

  remember({ target: page.activeElement });
  page.addEventListener('focusin', remember);
  page.addEventListener('pointerdown', leave, true);
  changes.observe(page.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    changes.disconnect();
    clearTimeout(timer);
    page.removeEventListener('focusin', remember);
    page.removeEventListener('pointerdown', leave, true);
  };
}

function stepsTo(layer: Element, control: Element): Step[] {
  const steps: Step[] = [];
  for (let at = control; at !== layer && !at.matches('main');) {
    const around = at.parentElement;
    // Beside what hangs in the body itself stand other layers.
    if (!around || around === document.body) break;
    steps.push({ around, next: at.nextElementSibling, previous: at.previousElementSibling });
    at = around;
  }
  return steps;
}

/** The control itself, which may be there again, and those beside it, the nearest first. */
function candidatesAt({ control, steps }: Place): HTMLElement[] {
  // A heading has the focus because the screen is new, and what stands beside it is not its place.
  if (control.tabIndex < 0) return [control];
  const isMenu = control.getAttribute('aria-haspopup') === 'menu';
  const beside = steps
    .filter(({ around }) => around.isConnected)
    // The first is its successor in the same position.
    .flatMap(({ around, next, previous }) => [
      previous ? previous.nextElementSibling : around.firstElementChild,
      next,
      previous,
    ])
    .flatMap((part) => (part?.isConnected ? [part] : []));
  return [control, ...beside.flatMap((part) => controlsIn(part, isMenu))];
}

/** Controls of a part, its menu first where the lost control was a menu. */
function controlsIn(part: Element, isMenu: boolean): HTMLElement[] {
  const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)];
  if (part instanceof HTMLElement && part.matches(CONTROLS)) controls.unshift(part);
  const menu = isMenu && controls.find((each) => each.getAttribute('aria-haspopup') === 'menu');
  return menu ? [menu, ...controls] : controls;
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1');
  found?.setAttribute('tabindex', '-1');
  return found;
}
