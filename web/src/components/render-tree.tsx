import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { type RenderedClock, RenderedClockContext } from './rendered-clock.ts';
import type { Translator } from '../i18n/translator.ts';
import { TranslatorContext } from '../i18n/use-translation.ts';
import { theme } from '../theme.ts';

type Surroundings = { client: QueryClient; i18n: Translator; clock: RenderedClock | null };

/**
 * Renders a tree as HTML with the data of `client`; throws with `name` if a part fails, which React would leave out.
 */
export async function renderTree(
  tree: ReactNode,
  { client, i18n, clock }: Surroundings,
  name: string,
): Promise<string> {
  let failure: unknown;
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <RenderedClockContext value={clock}>
        <TranslatorContext value={i18n}>
          <MantineProvider
            theme={theme}
            withCssVariables={false}
            withGlobalClasses={false}
            defaultColorScheme="auto"
          >
            {tree}
          </MantineProvider>
        </TranslatorContext>
      </RenderedClockContext>
    </QueryClientProvider>,
    {
      // Whole, since parts that are sent behind the page need a script to put them in their places.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void (failure ??= error),
    },
  );
  if (failure !== undefined) throw new Error(`${name} has a part that fails`, { cause: failure });
  return new Response(prelude).text();
}
