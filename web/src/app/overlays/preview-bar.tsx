import { useTranslation } from 'react-i18next';
import { endPreview, previewToken } from '@/lib/site/preview';
import classes from './overlays.module.css';

/** Says that the shown content is not published, and leads back to the published content. */
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
