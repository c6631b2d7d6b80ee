import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/use-language';
import { isPort } from '../kind';

/** Cancelled, given up or on the way there: why, and where the money is. */
export function EndedOrder({ order }: { order: Order }) {
  const { t } = useTranslation('details');
  const language = useLanguage();
  const { ended, stage } = order;
  if (stage === 'cancelling') {
    const words = isPort(order) ? 'withdrawing' : 'cancelling';
    return <PageHeading takesFocus title={t(`ended.${words}`)} lead={t(`ended.${words}Text`)} />;
  }
  return (
    <>
      <PageHeading
        takesFocus
        title={t(stage === 'abandoned' ? 'ended.abandoned' : 'ended.cancelled')}
        lead={ended?.message}
      />
      {ended !== undefined && ended.refunded > 0 && (
        <p className="card">
          {t('ended.refunded')} <Money amount={ended.refunded} />
          <br />
          <small>{t('ended.refundTime')}</small>
        </p>
      )}
      <p>
        <PrimaryLink to={`/${language}/order-sim`}>{t('ended.again')}</PrimaryLink>
      </p>
    </>
  );
}
