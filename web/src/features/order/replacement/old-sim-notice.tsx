import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/notice';

/** Explains before the payment what happens to the present SIM. */
export default function OldSimNotice() {
  const { t } = useTranslation('replacement');
  return <Notice title={t('old.title')}>{t('old.text')}</Notice>;
}
