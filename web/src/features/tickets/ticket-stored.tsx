import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Ticket } from '@/api/gen-tickets';
import { CopyButton } from '@/components/copy-button';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { usePath } from '@/lib/site/use-path';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** Confirms that the request is stored: its number, and the deadline of the answer. */
export function TicketStored({ request }: { request: Ticket }) {
  const { t } = useTranslation('tickets');
  const language = useLanguage();
  const support = usePath('support');
  return (
    <>
      <PageHeading takesFocus title={t('written.title')} lead={t('written.lead')} />
      <section className="card stack">
        <FactRows>
          <Fact label={t('reference')}>
            <Ltr>{request.reference}</Ltr>
          </Fact>
          {request.dueAt && <Fact label={t('due')}>{dayAndTime(request.dueAt, language)}</Fact>}
        </FactRows>
        <p className="button-row">
          <CopyButton text={request.reference} label={t('written.copy')} />
        </p>
      </section>
      <p className="button-row">
        {support && <Link to={support}>{t('written.support')}</Link>}
        <Link to={`/${language}/`}>{t('written.home')}</Link>
      </p>
    </>
  );
}
