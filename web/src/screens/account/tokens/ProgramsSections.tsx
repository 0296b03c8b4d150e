import { WebhooksSection } from '../webhooks/WebhooksSection.tsx';
import { TokensSection } from './TokensSection.tsx';

/** What programs of a freelancer work by. */
export function ProgramsSections() {
  return (
    <>
      <TokensSection />
      <WebhooksSection />
    </>
  );
}
