import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQueryChange } from './use-query-change.ts';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 250;

/** Search field in the address under `name`; typing replaces the history entry and returns to page 1. */
export function useSearchField(name: string) {
  const [query] = useSearchParams();
  const changeQuery = useQueryChange();
  const inAddress = query.get(name) ?? '';
  const [text, setText] = useState(inAddress);
  const isTyping = useRef(false);
  // Back, forward and "clear filters" change the address from outside; text that is being typed stays.
  useEffect(() => {
    if (!isTyping.current) setText((text) => (text.trim() === inAddress ? text : inAddress));
  }, [inAddress]);

  const write = (value: string) => {
    isTyping.current = false;
    changeQuery(
      (query) => {
        query.delete('page');
        if (value.trim() === '') query.delete(name);
        else query.set(name, value.trim());
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const writeLater = useDebouncedCallback(write, PAUSE_MS);

  return {
    text,
    change: (value: string) => {
      isTyping.current = true;
      setText(value);
      writeLater(value);
    },
    clear: () => {
      writeLater.cancel();
      setText('');
      write('');
    },
  };
}
