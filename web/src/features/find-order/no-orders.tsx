import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { PrimaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/text/use-language';

/** An empty list, with an explanation of how orders get here. */
export function NoOrders() {
  const { t } = useTranslation('find-order');
  const language = useLanguage();
  return (
    <EmptyState title={t('mine.empty')} text={t('mine.emptyText')}>
      <PrimaryLink to={`/${language}/order-sim`}>{t('mine.order')}</PrimaryLink>
    </EmptyState>
  );
}
