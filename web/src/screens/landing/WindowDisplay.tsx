import { useTranslation } from 'react-i18next';
import classes from './WindowDisplay.module.css';

const STRIPES = Array.from({ length: 11 }, (_, stripe) => stripe);

/** The client's page in the window: a picture made of text and shapes, so that it follows language and theme. */
export function WindowDisplay() {
  const { t } = useTranslation();
  return (
    <figure className={classes.window} aria-label={t('landing.sample.label')}>
      <div className={classes.awning} aria-hidden>
        {STRIPES.map((stripe) => (
          <span key={stripe} />
        ))}
      </div>
      <div className={classes.page} aria-hidden>
        <p className={classes.by}>{t('landing.sample.by')}</p>
        <p className={classes.project}>{t('landing.sample.project')}</p>
        <div className={classes.progress}>
          <span className={classes.track}>
            <span className={classes.done} />
          </span>
          <span>67%</span>
          <span className={classes.next}>{t('landing.sample.next')}</span>
        </div>
        <ul className={classes.steps}>
          <li data-done>{t('landing.sample.done1')}</li>
          <li data-done>{t('landing.sample.done2')}</li>
          <li>{t('landing.sample.open')}</li>
        </ul>
        <p className={classes.version}>
          <span>{t('landing.sample.version')}</span>
          <span className={classes.current}>{t('landing.sample.current')}</span>
        </p>
        <div className={classes.files}>
          <Bottle />
          <Label />
          <Swatches />
        </div>
      </div>
      <div className={classes.sill} />
    </figure>
  );
}

function Bottle() {
  return (
    <svg viewBox="0 0 120 120" className={classes.file} aria-hidden="true">
      <rect width="120" height="120" className={classes.sand} />
      <path
        className={classes.olive}
        d="M52 18h16v22c0 6 10 10 10 24v40a4 4 0 0 1-4 4H46a4 4 0 0 1-4-4V64c0-14 10-18 10-24z"
      />
      <rect x="42" y="68" width="36" height="26" className={classes.paper} />
      <path className={classes.ink} d="M50 78h20M54 85h12" />
    </svg>
  );
}

function Label() {
  return (
    <svg viewBox="0 0 120 120" className={classes.file} aria-hidden="true">
      <rect width="120" height="120" className={classes.deep} />
      <rect x="26" y="20" width="68" height="80" className={classes.paper} />
      <ellipse cx="60" cy="52" rx="11" ry="15" className={classes.olive} />
      <path className={classes.ink} d="M60 37c2-7 8-10 14-10M42 80h36M48 88h24" />
    </svg>
  );
}

function Swatches() {
  return (
    <svg viewBox="0 0 120 120" className={classes.file} aria-hidden="true">
      <rect width="120" height="120" className={classes.paper} />
      <rect x="18" y="20" width="38" height="80" className={classes.olive} />
      <rect x="64" y="20" width="38" height="36" className={classes.clay} />
      <rect x="64" y="64" width="38" height="36" className={classes.sand} />
    </svg>
  );
}
