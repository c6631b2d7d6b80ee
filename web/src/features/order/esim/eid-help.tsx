import { useTranslation } from 'react-i18next';

/** Explains how to find the EID, because few customers know it. */
export function EidHelp() {
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
