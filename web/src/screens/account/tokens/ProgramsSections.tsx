import { WebhooksSection } from '../webhooks/WebhooksSection.tsx';
import { TokensSection } from './TokensSection.tsx';

/** Tokens and webhooks of a freelancer's programs. */
export function ProgramsSections() {
  return (
    <>
      <TokensSection />
      <WebhooksSection />
    </>
  );
}
