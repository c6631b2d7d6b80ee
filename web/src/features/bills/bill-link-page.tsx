import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type LinkedBill, type PayBillResponse, payBill, showBill } from '@/api/gen-bills';
import { zShowBillBody } from '@/api/gen-bills/zod.gen';
import { problemOf } from '@/api/problem';
import { BarePage } from '@/components/bill/bare-page';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { useOrderAgain } from '@/components/payment/use-order-again';
import { SecondaryLink } from '@/components/primary-action';
import { HelpLink } from '@/components/support/help-link';
import { saveFile } from '@/lib/http/save-file';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { keepBillLink } from '@/lib/session/bill-link';
import { keepOrder } from '@/lib/session/kept-order';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { BillFacts } from './bill-facts';
import { BillName } from './bill-name';
import { DownloadButton } from './download-button';
import { NextStep } from './next-step';
import { type Paid, PayBill } from './pay-bill';

function InvalidLink() {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const path = usePath('myBills');
  return (
    <DeadEnd scene="closed" title={t('link.invalid')} lead={t('link.invalidText')}>
      {path && <SecondaryLink to={path}>{t('link.signIn')}</SecondaryLink>}
      <SecondaryLink to={`/${language}/`}>{t('link.home')}</SecondaryLink>
      <HelpLink />
    </DeadEnd>
  );
}

/** Pays with the secret of the link, then opens the page of the payment, which needs the secret too. */
function usePayByLink(token: string, again: () => void) {
  const language = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = usePath('payinvoice');
  return useKeyedCall<Paid, PayBillResponse>(
    (key, paid) => {
      const headers = { 'accept-language': language, 'Idempotency-Key': key };
      return payBill({ headers, body: { token, ...paid }, throwOnError: true });
    },
    {
      onSuccess: ({ data }, { amount }) => {
        keepBillLink(data.id, token);
        keepOrder(data.id, { from: pathname, wanted: { amount } });
        navigate(`${path}/${data.id}`, { state: { begun: true } });
      },
      onError: again,
    },
  );
}

interface Props {
  linked: LinkedBill;
  token: string;
  again: () => void;
}

function Bill({ linked: { invoice, msisdn, next }, token, again }: Props) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const pay = usePayByLink(token, again);
  const part = useOrderAgain<{ amount?: number }>()?.amount;
  const { number, left } = invoice;
  const save = () =>
    saveFile('/postpaid/bill/file', `${number}.pdf`, {
      method: 'POST',
      headers: { 'accept-language': language, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  return (
    <>
      {left === 0 && <Notice tone="positive">{t('pay.settled')}</Notice>}
      {next && left > 0 && <NextStep next={next} />}
      <section className="card stack">
        <BillFacts bill={invoice} msisdn={msisdn} />
        <DownloadButton save={save} />
      </section>
      {left > 0 && (
        <section className="card">
          <PayBill
            stranger
            left={left}
            part={part}
            busy={pay.isPending}
            error={pay.error}
            onPay={(paid, answered) => pay.mutate(paid, { onSettled: answered })}
          />
        </section>
      )}
    </>
  );
}

/** A bill opened by the link of its message. Any visitor with the link can pay it, signed in or not. */
export function BillLinkPage() {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  const token = useAddressSecret();
  const wellFormed = zShowBillBody.safeParse({ token }).success;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['linked-bill', token, language],
    queryFn: async () =>
      (await showBill({ headers: { 'accept-language': language }, body: { token }, throwOnError: true }))
        .data,
    enabled: wellFormed,
    staleTime: 0,
  });
  const refused = problemOf(error)?.messageKey;
  if (!wellFormed || refused === 'bill_link_invalid' || refused === 'invoice_not_found') {
    return <InvalidLink />;
  }
  const linked = data?.data;
  return (
    <BarePage>
      <PageHeading takesFocus title={t('bill.one')} lead={linked && <BillName bill={linked.invoice} />} />
      <div className="stack">
        {isPending && <Loading lines={3} height={140} />}
        {!linked && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {linked && <Bill linked={linked} token={token} again={() => refetch()} />}
      </div>
    </BarePage>
  );
}
