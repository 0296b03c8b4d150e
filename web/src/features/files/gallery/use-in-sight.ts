import { type RefObject, useEffect, useState } from 'react';

/** True while one of the elements is on the screen, and until that is known, so that nothing appears too early. */
export function useInSight(elements: readonly RefObject<Element | null>[]): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const seen = new Set<Element>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      setInSight(seen.size > 0);
    });
    for (const { current } of elements) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [elements]);
  return isInSight;
}
