import './banner.css';
import { isClientView } from '../looks/client-view.ts';

/**
 * Announces that nothing can be changed at present, until it can. The server adds this file to pages while it is read
 * only, and an open page loads it with the first refusal. It is plain elements, independent of the application.
 */

/** In each answer of a server that is read only: why. */
const HEADER = 'vitrin-read-only';
/** Answers without a session and writes nothing. */
const QUESTION = '/api/_allauth/browser/v1/config';
const ASK_EVERY_MS = 5000;
const GOOD_NEWS_MS = 6000;

const TEXTS = {
  en: {
    shut: 'Read-only for now: you can view and download everything, and make changes again soon.',
    moved: 'This place has moved. Please reload the page in a moment.',
    open: 'You can make changes again.',
  },
  tr: {
    shut: 'Şimdilik salt okunur: her şeyi görüp indirebilirsiniz, birazdan yeniden değişiklik yapabilirsiniz.',
    moved: 'Burası taşındı. Lütfen birazdan sayfayı yenileyin.',
    open: 'Yeniden değişiklik yapabilirsiniz.',
  },
};

type Said = keyof (typeof TEXTS)['en'];

let isShown = false;

/** Shows the bar; a second call changes nothing while it is there. */
export function showReadOnly(): void {
  // A freelancer who looks as the client changes nothing anyway, and has a bar already.
  if (isShown || isClientView()) return;
  isShown = true;
  const bar = document.createElement('div');
  bar.className = 'read-only-bar';
  bar.setAttribute('role', 'status');
  const text = document.createElement('span');
  bar.append(lockIcon(), text);
  document.body.prepend(bar);
  const root = document.documentElement;
  const heights = new ResizeObserver(() => root.style.setProperty('--view-bar', `${bar.offsetHeight}px`));
  heights.observe(bar);
  let said: Said = 'shut';
  const write = () => {
    text.textContent = TEXTS[root.lang === 'tr' ? 'tr' : 'en'][said];
  };
  const languages = new MutationObserver(write);
  languages.observe(root, { attributes: true, attributeFilter: ['lang'] });
  // Screen readers announce text that is put into an existing live region.
  requestAnimationFrame(write);
  const remove = () => {
    heights.disconnect();
    languages.disconnect();
    root.style.removeProperty('--view-bar');
    bar.remove();
    isShown = false;
  };
  const ask = async () => {
    said = (await stateNow()) ?? said;
    write();
    setTimeout(said === 'open' ? remove : () => void ask(), said === 'open' ? GOOD_NEWS_MS : ASK_EVERY_MS);
  };
  void ask();
}

/** Null where the state is unknown: a server that restarts does not answer for a while. */
async function stateNow(): Promise<Said | null> {
  try {
    const { ok, headers } = await fetch(QUESTION, { cache: 'no-store' });
    if (!ok) return null;
    const reason = headers.get(HEADER);
    if (reason === null) return 'open';
    return reason === 'moved' ? 'moved' : 'shut';
  } catch {
    return null;
  }
}

function lockIcon(): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  for (const [name, value] of Object.entries({
    width: '18',
    height: '18',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.8',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    icon.setAttribute(name, value);
  const path = document.createElementNS(space, 'path');
  path.setAttribute(
    'd',
    'M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8 11V7a4 4 0 0 1 8 0v4',
  );
  icon.append(path);
  return icon;
}

showReadOnly();
