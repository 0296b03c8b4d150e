import { Button, Input, Progress } from '@mantine/core';
import { type Logo, MAX_LOGO_UPLOAD_BYTES } from '@vitrin/shared/contract/faces.ts';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { errorText } from '../../../components/feedback/error-text.ts';
import { useRemoveLogo, useSaveLogo } from '../../../features/faces/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import classes from './FaceForm.module.css';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

/** Chooses, replaces and removes the logo, at once and apart from the rest of the form. */
export function LogoField({ logo }: { logo: Logo | null }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [share, setShare] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveLogo(setShare);
  const remove = useRemoveLogo();

  const fail = (error: unknown) => {
    const [words] = error instanceof ApiError ? (error.fields['logo'] ?? []) : [];
    setFailure(words ?? errorText(t, error, t('face.logoFailed')));
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (!file) return;
    setShare(0);
    setFailure(null);
    if (file.size > MAX_LOGO_UPLOAD_BYTES) setFailure(t('face.logoTooLarge'));
    else save.mutate(file, { onError: fail });
  };
  const removeLogo = () => {
    setFailure(null);
    remove.mutate(undefined, { onSuccess: () => button.current?.focus(), onError: fail });
  };
  return (
    <Input.Wrapper
      label={t('face.logo')}
      description={t('face.logoHint')}
      error={failure}
      labelElement="div"
      errorProps={{ role: 'alert' }}
    >
      <div className={classes.logo}>
        {logo && (
          <img
            className={classes.picture}
            src={logo.address}
            width={logo.width}
            height={logo.height}
            alt={t('face.logoNow')}
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={ACCEPTED}
          className={classes.input}
          tabIndex={-1}
          aria-label={t('face.logo')}
          onChange={choose}
        />
        <Button
          ref={button}
          variant="default"
          h={44}
          loading={save.isPending}
          onClick={() => input.current?.click()}
        >
          {t(logo ? 'face.replaceLogo' : 'face.chooseLogo')}
        </Button>
        {logo && (
          <Button variant="subtle" color="gray" h={44} loading={remove.isPending} onClick={removeLogo}>
            {t('face.removeLogo')}
          </Button>
        )}
      </div>
      {save.isPending && <Progress value={share * 100} mt="xs" aria-label={t('face.logoSending')} />}
    </Input.Wrapper>
  );
}
