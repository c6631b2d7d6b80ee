import { useTranslation } from 'react-i18next';

/** Few people have ever seen the EID of their phone. */
export function WhereIsEid() {
  const { t } = useTranslation('device');
  return (
    <details>
      <summary>{t('where')}</summary>
      <ul>
        <li>{t('dial')}</li>
        <li>{t('iphone')}</li>
        <li>{t('android')}</li>
      </ul>
    </details>
  );
}
