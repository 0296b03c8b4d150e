import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { WaitForLink } from './WaitForLink.tsx';
import { VerifyByKey } from './VerifyByKey.tsx';

/** Verifies by the key in the address; without one it offers to send the mail again (specification 2.4). */
export function VerifyEmailScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const key = query.get('key');
  useDocumentTitle(t('verifyEmail.title'));
  return key ? <VerifyByKey key={key} linkKey={key} /> : <WaitForLink email={query.get('email') ?? ''} />;
}
