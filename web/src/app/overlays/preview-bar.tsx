import { useTranslation } from 'react-i18next';
import { endPreview, previewToken } from '@/lib/site/preview';
import classes from './overlays.module.css';

/** Says that what is shown is not in force, and leads back to what is. */
export function PreviewBar() {
  const { t } = useTranslation('shell');
  if (!previewToken()) {
    return null;
  }
  const leave = () => {
    endPreview();
    location.assign(location.pathname);
  };
  return (
    <aside className={classes.preview} aria-label={t('preview.title')}>
      <p>{t('preview.text')}</p>
      <button type="button" onClick={leave}>
        {t('preview.leave')}
      </button>
    </aside>
  );
}
