import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useBelongsTo } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { boughtIn, placeOf } from './kinds';
import { NextSteps } from './next-steps';
import { State } from './state';
import { usePurchase } from './use-purchase';
import { useWayBack } from './use-way-back';
import { useWayToBank } from './use-way-to-bank';

function Unknown({ error }: { error: unknown }) {
  const { t } = useTranslation('purchase');
  const path = usePath('recharge');
  return statusOf(error) === 404 && path && <Link to={path}>{t('unknown')}</Link>;
}

/** The result of a purchase; the bank's page returns here. */
export function PurchasePage() {
  const { t } = useTranslation('purchase');
  const { purchaseId = '' } = useParams();
  const { data, error, isPending, refetch } = usePurchase(purchaseId);
  const returned = useWayToBank(data?.data);
  const goesBack = useWayBack(purchaseId, data?.data);
  const purchase = goesBack ? undefined : data?.data;
  useBelongsTo(purchase && placeOf(purchase));
  return (
    <div className="form">
      {purchase && <PageHeading takesFocus title={boughtIn(purchase) ?? t(`title.${purchase.kind}`)} />}
      {!purchase && error && <PageHeading takesFocus title={t('one')} />}
      <div className="stack">
        {(isPending || goesBack) && <Loading lines={2} height={140} />}
        {!purchase && <ErrorNotice error={error} onRetry={() => refetch()} />}
        <Unknown error={error} />
        <div aria-live="polite">{purchase && <State purchase={purchase} returned={returned} />}</div>
        {purchase && <NextSteps purchase={purchase} />}
      </div>
    </div>
  );
}
