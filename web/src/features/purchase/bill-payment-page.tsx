import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getBillPayment } from '@/api/gen-bills';
import type { Purchase } from '@/api/gen-purchases';
import { statusOf } from '@/api/problem';
import { BarePage } from '@/components/bill/bare-page';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { billLinkOf } from '@/lib/session/bill-link';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { State } from './state';
import { pauseAfter } from './use-purchase';
import { useWayBack } from './use-way-back';
import { useWayToBank } from './use-way-to-bank';

/** Reads the payment of a bill by its link. */
function usePaymentByLink(id: string, token: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['bill-payment', id, language],
    queryFn: async () => {
      const headers = { 'accept-language': language };
      return (await getBillPayment({ path: { id }, headers, body: { token }, throwOnError: true })).data;
    },
    refetchInterval: ({ state }) => pauseAfter(state.data?.data.status),
    refetchOnWindowFocus: 'always',
  });
}

/** Another tab or browser does not have the secret; the message does. */
function LinkNeeded() {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={t('link.needed')} lead={t('link.neededText')}>
      <SecondaryLink to={`/${language}/`}>{t('link.home')}</SecondaryLink>
    </DeadEnd>
  );
}

/** Back to the bill: to pay the rest, to try again, or to see it. */
function WayOn({ purchase: { status, bill, refundedAt }, to }: { purchase: Purchase; to: string }) {
  const { t } = useTranslation('purchase');
  if (status === 'completed' && (bill?.left ?? 0) > 0) {
    return <PrimaryLink to={to}>{t('payRest')}</PrimaryLink>;
  }
  if (status === 'failed' && !refundedAt) {
    return <PrimaryLink to={to}>{t('failed.again')}</PrimaryLink>;
  }
  return <SecondaryLink to={to}>{t('toBill')}</SecondaryLink>;
}

function Payment({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation(['purchase', 'bills']);
  const path = usePath('payinvoice');
  const { data, error, isPending, refetch } = usePaymentByLink(id, token);
  const returned = useWayToBank(data?.data);
  const goesBack = useWayBack(id, data?.data, `#${token}`);
  const purchase = goesBack ? undefined : data?.data;
  if (statusOf(error) === 403 || statusOf(error) === 404) {
    return <LinkNeeded />;
  }
  return (
    <BarePage>
      <PageHeading takesFocus title={t('title.invoice')} />
      <div className="stack">
        {(isPending || goesBack) && <Loading lines={2} height={140} />}
        {!purchase && <ErrorNotice error={error} onRetry={() => refetch()} />}
        <div aria-live="polite">{purchase && <State purchase={purchase} returned={returned} />}</div>
        {purchase && <WayOn purchase={purchase} to={`${path}#${token}`} />}
      </div>
    </BarePage>
  );
}

/** The result of a payment by a bill link; the bank's page returns here. */
export function BillPaymentPage() {
  const { paymentId = '' } = useParams();
  const [token] = useState(() => billLinkOf(paymentId));
  return token ? <Payment id={paymentId} token={token} /> : <LinkNeeded />;
}
