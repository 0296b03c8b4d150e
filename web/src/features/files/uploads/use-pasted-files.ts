import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { serverNow } from '../../../lib/clock/server-clock.ts';

/** Areas on the screen that take files, in the order they were mounted. */
const areas = new Set<HTMLElement>();
let lastPointedAt: HTMLElement | null = null;

/** Passes pasted files to the area with the focus, else the last one under the pointer, else the first. */
export function usePastedFiles(area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void {
  const { t } = useTranslation();
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData?.files ?? []);
    if (files.length === 0 || belongsElsewhere(event.target) || area.current !== chosenArea()) return;
    event.preventDefault();
    onFiles(files.map((file) => named(file, (time) => t('files.pastedName', { time }))));
  });

  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const point = () => (lastPointedAt = element);
    const listen = (event: ClipboardEvent) => paste(event);
    areas.add(element);
    element.addEventListener('pointerenter', point);
    document.addEventListener('paste', listen);
    return () => {
      areas.delete(element);
      element.removeEventListener('pointerenter', point);
      document.removeEventListener('paste', listen);
    };
  }, [area]);
}

function chosenArea(): HTMLElement | null {
  const all = [...areas];
  const pointed = lastPointedAt !== null && areas.has(lastPointedAt) ? lastPointedAt : null;
  return all.find((element) => element.contains(document.activeElement)) ?? pointed ?? all[0] ?? null;
}

function belongsElsewhere(target: EventTarget | null): boolean {
  const isInField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return isInField || document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** Browsers call every pasted picture image.png, so it is named by its time. */
function named(file: File, nameOf: (time: string) => string): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const now = new Date(serverNow());
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${day} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`;
  const [, extension = ''] = /(\.\w+)$/.exec(file.name) ?? [];
  return new File([file], nameOf(time) + extension, { type: file.type, lastModified: file.lastModified });
}
