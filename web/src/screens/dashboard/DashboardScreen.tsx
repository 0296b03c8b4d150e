import { useTranslation } from '../../i18n/use-translation.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { ClientDashboard } from './ClientDashboard.tsx';
import { FreelancerDashboard } from './FreelancerDashboard.tsx';

/** Specification 2.6, /dashboard: for freelancers and for their clients. */
export function DashboardScreen() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  useDocumentTitle(t('dashboard.title'));
  return user.isFreelancer ? <FreelancerDashboard user={user} /> : <ClientDashboard />;
}
