import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';
import { SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';

/** Orders that begin with this plan. A data SIM has no number, so it cannot be ordered here. */
export function OrderActions({ plan: { id, kind, takesPorted } }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const [sim, esim, bring] = [usePath('order-sim'), usePath('order-esim'), usePath('bring-your-number')];
  if (kind === 'data') {
    return <p>{t('forDataSims')}</p>;
  }
  const wanted = `?package=${id}`;
  return (
    <>
      {sim && <SecondaryLink to={sim + wanted}>{t('order.sim')}</SecondaryLink>}
      {esim && <SecondaryLink to={esim + wanted}>{t('order.esim')}</SecondaryLink>}
      {bring && takesPorted && <SecondaryLink to={bring + wanted}>{t('order.bring')}</SecondaryLink>}
    </>
  );
}
