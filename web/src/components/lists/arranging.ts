import { createContext, use } from 'react';

type Arranging = { isOn: boolean; set: (isOn: boolean) => void };

/** The mode of a page in which its items show the handles that move them; lists outside of such a page always do. */
export const ArrangingContext = createContext<Arranging | null>(null);

export function useIsArranging(): boolean {
  return use(ArrangingContext)?.isOn ?? true;
}
