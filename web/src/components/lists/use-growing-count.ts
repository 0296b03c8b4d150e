import { startTransition, useEffect, useState } from 'react';

/** Items that are added at once: few enough that a slow phone goes on answering meanwhile. */
const STEP = 12;

/** Number of shown items: `first`, then a few more at a time, since hundreds would block the page for seconds. */
export function useGrowingCount(length: number, { first, isOn = true }: { first: number; isOn?: boolean }) {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (!isOn || count >= length) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)));
    return () => clearTimeout(timer);
  }, [isOn, count, length]);
  return count;
}
