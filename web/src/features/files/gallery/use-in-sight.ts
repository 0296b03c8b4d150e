import { type RefObject, useEffect, useState } from 'react';

/** Whether one of the elements is on the screen. True until that is known, so that nothing appears before it is. */
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
