import { Checkbox } from '@mantine/core';
import type { LegalText } from '@vitrin/shared/contract/payments/legal.ts';
import { Fragment } from 'react';
import { BesideLink } from '../../components/BesideLink.tsx';
import { legalPageUrl } from '../../features/legal/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = {
  texts: readonly LegalText[];
  isAccepted: boolean;
  /** Shown at the box after an attempt to pay without it. */
  error: string | null;
  onChange: (isAccepted: boolean) => void;
};

/** The box by which a buyer accepts the operator's texts, each a link that opens beside the order. */
export function Terms({ texts, isAccepted, error, onChange }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <Checkbox
      checked={isAccepted}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      error={error}
      size="md"
      label={
        <>
          {t('checkout.accept')}{' '}
          {texts.map((text, index) => (
            <Fragment key={text.name}>
              {index > 0 && ', '}
              <BesideLink href={legalPageUrl(text.name, i18n.language)}>{text.title}</BesideLink>
            </Fragment>
          ))}
        </>
      }
    />
  );
}
