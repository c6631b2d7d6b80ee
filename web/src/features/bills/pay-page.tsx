import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { type Invoice, type PayInvoice, type PayInvoiceResponse, payInvoice } from '@/api/gen-bills';
import { getInvoiceOptions } from '@/api/gen-bills/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useOrderAgain } from '@/components/payment/use-order-again';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { useBelongsTo } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { BillFacts } from './bill-facts';
import { BillName } from './bill-name';
import { PayBill } from './pay-bill';

/**
 * Pays, then opens the page of the payment. The open amount is read again first, because it may have changed.
 */
function usePay(id: string) {
  const open = useOpenPurchase();
  const client = useQueryClient();
  const { queryKey } = getInvoiceOptions({ ...useLineCall(), path: { id } });
  const pay = useEffectCall<PayInvoice, PayInvoiceResponse>(
    (call, body) => payInvoice({ ...call, path: { id }, body }),
    ({ data }, { amount }) => open(data, { wanted: { amount } }),
  );
  const again = () => void client.invalidateQueries({ queryKey });
  return { pay, again };
}

function Pay({ bill }: { bill: Invoice }) {
  const { pay, again } = usePay(bill.id);
  const part = useOrderAgain<{ amount?: number }>()?.amount;
  return (
    <>
      <section className="card stack">
        <BillFacts bill={bill} />
      </section>
      <section className="card">
        <PayBill
          left={bill.left}
          part={part}
          busy={pay.isPending}
          error={pay.error}
          onPay={(paid, answered) => pay.mutate(paid, { onSettled: answered, onError: again })}
        />
      </section>
    </>
  );
}

/** Pays a bill or a part of it. */
export function PayBillPage() {
  const { t } = useTranslation('bills');
  const { invoiceId = '' } = useParams();
  const path = usePath('myBills');
  useBelongsTo('myBills');
  const { data, error, isPending, refetch } = useQuery(
    getInvoiceOptions({ ...useLineCall(), path: { id: invoiceId } }),
  );
  const bill = data?.data.invoice;
  return (
    <div className="form">
      <PageHeading takesFocus title={t('pay.title')} lead={bill && <BillName bill={bill} />} />
      <div className="stack">
        {isPending && <Loading lines={3} height={140} />}
        {!bill && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {bill && bill.left > 0 && <Pay bill={bill} />}
        {bill?.left === 0 && <Notice tone="positive">{t('pay.settled')}</Notice>}
        {path && <Link to={bill ? `${path}/${bill.id}` : path}>{t(bill ? 'pay.back' : 'bill.back')}</Link>}
      </div>
    </div>
  );
}
