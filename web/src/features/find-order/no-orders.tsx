import PackageOpen from 'lucide-react/icons/package-open';
import { useTranslation } from 'react-i18next';
import { PrimaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/text/use-language';
import classes from './orders.module.css';

/** An empty list, with an explanation of how orders get here. */
export function NoOrders() {
  const { t } = useTranslation('find-order');
  const language = useLanguage();
  return (
    <div className={`card ${classes.empty}`}>
      <PackageOpen size={36} aria-hidden />
      <h2>{t('mine.empty')}</h2>
      <p>{t('mine.emptyText')}</p>
      <PrimaryLink to={`/${language}/order-sim`}>{t('mine.order')}</PrimaryLink>
    </div>
  );
}
