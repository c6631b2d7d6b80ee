import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceDetail } from '@/api/gen-bills';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <FactRows>{children}</FactRows>
    </section>
  );
}

/** The payments of a bill, and their methods; empty if the bill is unpaid. */
export function Payments({ payments }: Pick<InvoiceDetail, 'payments'>) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  return payments.length === 0 ? null : (
    <Section title={t('payments.title')}>
      {payments.map(({ amount, way, paidAt }) => (
        <Fact key={paidAt} label={day(paidAt, language)}>
          <Money amount={amount} />
          <small>{t(`payments.${way}`)}</small>
        </Fact>
      ))}
    </Section>
  );
}

/** The credit notes of a bill. */
export function CreditNotes({ notes }: { notes: InvoiceDetail['creditNotes'] }) {
  const { t } = useTranslation('bills');
  const language = useLanguage();
  return notes.length === 0 ? null : (
    <Section title={t('notes.title')}>
      {notes.map(({ number, total, issuedAt }) => (
        <Fact key={number} label={day(issuedAt, language)}>
          <Money amount={total} />
          <small>
            {t('notes.number')} <Ltr>{number}</Ltr>
          </small>
        </Fact>
      ))}
    </Section>
  );
}
