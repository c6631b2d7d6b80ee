import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { InvoiceDetail } from '@/api/gen-bills';
import { getInvoiceOptions } from '@/api/gen-bills/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { saveFile } from '@/lib/http/save-file';
import { useLineCall } from '@/lib/session/use-line-call';
import { useBelongsTo } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { CreditNotes, Payments } from './became-of-it';
import { BillFacts } from './bill-facts';
import { BillName } from './bill-name';
import { DownloadButton } from './download-button';
import { NextStep } from './next-step';
import { Services } from './services';

function Bill({ detail }: { detail: InvoiceDetail }) {
  const { t } = useTranslation('bills');
  const path = usePath('myBills');
  const { headers } = useLineCall();
  const { invoice, next, services, payments, creditNotes } = detail;
  const { id, number, left } = invoice;
  return (
    <>
      {next && left > 0 && <NextStep next={next} />}
      <section className="card stack">
        <BillFacts bill={invoice} />
        <div className="button-row">
          {left > 0 && (
            <Button component={Link} to={`${path}/${id}/pay`} size="lg" className="primary-action">
              {t('bill.pay')}
            </Button>
          )}
          <DownloadButton
            save={() => saveFile(`/postpaid/invoices/${id}/file`, `${number}.pdf`, { headers })}
          />
        </div>
      </section>
      <Services bill={invoice} services={services} />
      <Payments payments={payments} />
      <CreditNotes notes={creditNotes} />
    </>
  );
}

/** A bill: its services and its payments. */
export function BillPage() {
  const { t } = useTranslation('bills');
  const { invoiceId = '' } = useParams();
  const path = usePath('myBills');
  useBelongsTo('myBills');
  const { data, error, isPending, refetch } = useQuery(
    getInvoiceOptions({ ...useLineCall(), path: { id: invoiceId } }),
  );
  const bill = data?.data.invoice;
  return (
    <>
      <PageHeading takesFocus title={t('bill.one')} lead={bill && <BillName bill={bill} />} />
      <div className="stack">
        {isPending && <Loading lines={3} height={140} />}
        <ErrorNotice error={error} onRetry={() => refetch()} />
        {data && <Bill detail={data.data} />}
        {error && path && <Link to={path}>{t('bill.back')}</Link>}
      </div>
    </>
  );
}
