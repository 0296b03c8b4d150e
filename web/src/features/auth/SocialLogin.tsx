import { Button, Divider } from '@mantine/core';
import { IconBrandGoogle, IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Provider, goToProvider, providersQuery } from './provider-api.ts';

/** A button for each social provider of this installation; nothing when there is none. */
export function SocialLogin({ onFailure }: { onFailure: (text: string) => void }) {
  const { t } = useTranslation();
  const providers = useQuery(providersQuery).data ?? [];
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  if (providers.length === 0) return null;

  const leave = async (provider: Provider) => {
    setLeavingFor(provider.id);
    try {
      await goToProvider(provider.id, 'login');
    } catch {
      // The redirect did not start; whatever the reason, the reader can only try again.
      setLeavingFor(null);
      onFailure(t('auth.socialStartFailed', { provider: provider.name }));
    }
  };

  return (
    <>
      <Divider label={t('auth.or')} />
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          size="md"
          fullWidth
          leftSection={provider.id === 'google' ? <IconBrandGoogle size={18} /> : <IconLogin2 size={18} />}
          loading={leavingFor === provider.id}
          onClick={() => void leave(provider)}
        >
          {t('auth.continueWith', { provider: provider.name })}
        </Button>
      ))}
    </>
  );
}
