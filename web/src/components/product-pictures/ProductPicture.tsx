import { useLanguage } from '../use-language.ts';
import classes from './ProductPicture.module.css';

export type PictureAddresses = Record<string, string>;

type Props = {
  addresses: PictureAddresses;
  /** Folder and name of the files without theme, language and format. */
  name: string;
  /** Folder and name of the files for narrow screens, when they differ. */
  narrowName?: string;
  alt: string;
  width: number;
  height: number;
};

/** Picture of the product by lab/landing-pictures.ts; the hidden theme's picture is lazy, so it is never loaded. */
export function ProductPicture(props: Props) {
  return (
    <>
      <ThemePicture {...props} theme="light" />
      <ThemePicture {...props} theme="dark" />
    </>
  );
}

function ThemePicture({
  addresses,
  name,
  narrowName = name,
  theme,
  alt,
  ...size
}: Props & { theme: 'light' | 'dark' }) {
  const { language } = useLanguage();
  const address = (file: string, format: string) =>
    addresses[`./pictures/${file}-${theme}-${language}.${format}`];
  return (
    <picture className={classes[theme]}>
      {narrowName !== name && (
        <>
          <source media="(min-width: 40em)" type="image/avif" srcSet={address(name, 'avif')} />
          <source media="(min-width: 40em)" type="image/webp" srcSet={address(name, 'webp')} />
        </>
      )}
      <source type="image/avif" srcSet={address(narrowName, 'avif')} />
      <img {...size} alt={alt} src={address(narrowName, 'webp')} loading="lazy" decoding="async" />
    </picture>
  );
}
