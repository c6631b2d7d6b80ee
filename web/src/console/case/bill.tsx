import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceDetail } from '@/api/gen-support';
import { getSupportBillOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { useAttempt } from '@/lib/form/use-attempt';
import { saveFile } from '@/lib/http/save-file';
import { days, lastDay } from '@/lib/text/days';
import { day } from '@/lib/text/format';
import { isReference, referenceForms } from '@/lib/text/references';
import { useLanguage } from '@/lib/text/use-language';
import { AwaitsApproval } from './awaits-approval';
import classes from './case.module.css';
import { CreditNoteDialog } from './credit-note';
import { Part } from './part';

/** Tells whether a reference is the number of a bill. A period that could not be billed has no bill yet. */
export const isBillNumber = (reference: string): boolean => isReference(reference, referenceForms.bill);

function Amounts({ title, empty, children }: { title: string; empty?: string | false; children: ReactNode }) {
  return (
    <Part title={title} empty={empty ?? false}>
      <FactRows>{children}</FactRows>
    </Part>
  );
}

function Facts({ of: { invoice } }: { of: InvoiceDetail }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <FactRows>
      <Fact label={t('bill.status')}>{t(`bill.state.${invoice.status}`)}</Fact>
      <Fact label={t('bill.period')}>{days(invoice.from, invoice.until, language)}</Fact>
      <Fact label={t('bill.total')}>
        <Money amount={invoice.total} />
      </Fact>
      <Fact label={t('bill.vat')}>
        <Money amount={invoice.vat} />
      </Fact>
      <Fact label={t('bill.left')}>
        <Money amount={invoice.left} />
      </Fact>
      <Fact label={t('bill.issued')}>{day(invoice.issuedAt, language)}</Fact>
      <Fact label={t('bill.due')}>{day(lastDay(invoice.dueAt), language)}</Fact>
      <Fact label={t('bill.sadad')}>
        <Ltr>{invoice.reference}</Ltr>
      </Fact>
    </FactRows>
  );
}

function Download({ number }: { number: string }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const file = useAttempt(() =>
    saveFile(`/support/bills/${number}/bill.pdf`, `${number}.pdf`, {
      headers: { 'accept-language': language },
    }),
  );
  return (
    <>
      <Button variant="default" loading={file.busy} onClick={() => file.attempt()}>
        {t('bill.download')}
      </Button>
      <ErrorNotice error={file.error} />
    </>
  );
}

function Whole({ of, number, waits }: { of: InvoiceDetail; number: string; waits: boolean }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const [crediting, setCrediting] = useState(false);
  return (
    <>
      <section className="card stack" aria-label={t('bill.title')}>
        <Facts of={of} />
        {waits && <AwaitsApproval />}
        <div className="row">
          {of.invoice.left > 0 && <Button onClick={() => setCrediting(true)}>{t('bill.credit')}</Button>}
          <Download number={number} />
        </div>
        {of.invoice.left === 0 && <p className="dimmed">{t('bill.nothingLeft')}</p>}
      </section>
      <div className={classes.columns}>
        <Amounts title={t('bill.services')}>
          {of.services.map(({ id, name, total }) => (
            <Fact key={id} label={name}>
              <Money amount={total} />
            </Fact>
          ))}
        </Amounts>
        <Amounts title={t('bill.payments')} empty={of.payments.length === 0 && t('bill.noPayments')}>
          {of.payments.map(({ amount, way, paidAt }) => (
            <Fact key={`${paidAt} ${amount}`} label={`${t(`bill.way.${way}`)}, ${day(paidAt, language)}`}>
              <Money amount={amount} />
            </Fact>
          ))}
        </Amounts>
        <Amounts title={t('bill.credits')} empty={of.creditNotes.length === 0 && t('bill.noCredits')}>
          {of.creditNotes.map((note) => (
            <Fact key={note.number} label={`\u2066${note.number}\u2069, ${day(note.issuedAt, language)}`}>
              <Money amount={note.total} />
            </Fact>
          ))}
        </Amounts>
      </div>
      {crediting && (
        <CreditNoteDialog number={number} left={of.invoice.left} onClose={() => setCrediting(false)} />
      )}
    </>
  );
}

/** A bill with its services, payments and credit notes, and a button for another credit note. */
export function Bill({ number, waits }: { number: string; waits: boolean }) {
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    ...getSupportBillOptions({ headers: { 'accept-language': language }, path: { number } }),
    staleTime: 0,
  });
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data ? (
        <Whole of={data.data} number={number} waits={waits} />
      ) : (
        !error && <Loading lines={3} height={96} />
      )}
    </>
  );
}
