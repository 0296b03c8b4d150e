import { Button, Divider } from '@mantine/core';
import { IconBrandGoogle, IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFocusAgain } from './form/use-focus-again.ts';
import { type Provider, goToProvider, providersQuery } from './provider-api.ts';

type Props = { onFailure: (text: string) => void };

/** A button for each social provider of this installation; nothing when there is none. */
export function SocialLogin({ onFailure }: Props) {
  const { t } = useTranslation();
  const providers = useQuery(providersQuery).data ?? [];
  if (providers.length === 0) return null;
  return (
    <>
      <Divider label={t('auth.or')} />
      {providers.map((provider) => (
        <ProviderButton key={provider.id} provider={provider} onFailure={onFailure} />
      ))}
    </>
  );
}

function ProviderButton({ provider, onFailure }: Props & { provider: Provider }) {
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const focusAgain = useFocusAgain(isLeaving);

  const leave = async () => {
    setLeaving(true);
    try {
      await goToProvider(provider.id, 'login');
    } catch {
      // The redirect did not start; whatever the reason, the reader can only try again.
      setLeaving(false);
      onFailure(t('auth.socialStartFailed', { provider: provider.name }));
    }
  };

  return (
    <Button
      ref={focusAgain}
      variant="default"
      size="md"
      fullWidth
      leftSection={provider.id === 'google' ? <IconBrandGoogle size={18} /> : <IconLogin2 size={18} />}
      loading={isLeaving}
      onClick={() => void leave()}
    >
      {t('auth.continueWith', { provider: provider.name })}
    </Button>
  );
}
