import { useTranslation } from '../../i18n/use-translation.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { Closing } from './Closing.tsx';
import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Pricing } from './Pricing.tsx';
import './landing-mantine.css';

/** Hero, three features, pricing, FAQ and call to action (specification 8.4); the footer belongs to the shell. */
export function LandingScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('landing.documentTitle'));
  return (
    <>
      <Hero />
      <Features />
      <Pricing />
      <Faq />
      <Closing />
    </>
  );
}
