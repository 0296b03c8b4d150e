import { Code, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewToken } from '@vitrin/shared/contract/account/tokens.ts';
import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import { useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { endToken, tokensQuery } from '../../../features/account/token-api.ts';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { PlanLacks } from '../../../features/plans/PlanLacks.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { MadeToken } from './MadeToken.tsx';
import { TokenForm } from './TokenForm.tsx';
import { TokenRow } from './TokenRow.tsx';
import classes from './TokensSection.module.css';

/** Makes, lists and ends tokens, by which programs of a freelancer ask (specification 9.17). */
export function TokensSection() {
  const { t } = useTranslation();
  const tokens = useQuery(tokensQuery);
  const showError = useActionError();
  const [made, setMade] = useState<NewToken | null>(null);
  const capabilities = useCurrentUser()?.subscription?.plan.capabilities ?? LEAST_CAPABILITIES;

  const end = async (id: number) => {
    try {
      await endToken(id);
      if (made?.id === id) setMade(null);
      toastSuccess(t('tokens.ended'));
    } catch (error) {
      showError(error);
    }
  };
  const ask = (id: number, name: string) =>
    confirmDelete({
      title: t('tokens.endTitle', { name }),
      message: t('tokens.endText'),
      confirmLabel: t('tokens.end'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void end(id),
    });

  return (
    <AccountSection title={t('tokens.title')} lead={t('tokens.lead')}>
      {tokens.isPending && <Skeleton height={64} radius="md" />}
      {tokens.isError && (
        <ErrorState
          error={tokens.error}
          fallback={t('tokens.failed')}
          onRetry={() => void tokens.refetch()}
        />
      )}
      {tokens.isSuccess && (
        <Stack gap="lg" align="stretch">
          {made && <MadeToken key={made.id} made={made} />}
          {tokens.data.length > 0 && (
            <ul className={classes.list}>
              {tokens.data.map((token) => (
                <TokenRow key={token.id} token={token} onEnd={() => ask(token.id, token.name)} />
              ))}
            </ul>
          )}
          {tokens.data.length < capabilities.tokens ? (
            <TokenForm scopes={capabilities.token_scopes} onMade={setMade} />
          ) : (
            <PlanLacks
              needed={{ tokens: tokens.data.length + 1 }}
              title={t(tokens.data.length === 0 ? 'tokens.lacking' : 'tokens.full')}
            >
              {tokens.data.length === 0 && (
                <Code block>{'node vitrin.mjs deliver 7 --version 2.0 film.mp4'}</Code>
              )}
            </PlanLacks>
          )}
        </Stack>
      )}
    </AccountSection>
  );
}
