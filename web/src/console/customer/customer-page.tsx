import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { CustomerCard } from '@/api/gen-support';
import { getCustomerOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { zUuid } from '@/api/gen-support/zod.gen';
import { statusOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { consolePath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import { useShortcuts } from '../frame/shortcuts';
import { CaseList } from '../queue/case-list';
import classes from './customer.module.css';
import { Lines } from './lines';
import { Works } from './works';

/** The customer's data for questions to the caller, partly hidden, so that the caller says the rest. */
function Person({ of: { idNumber, email } }: { of: CustomerCard }) {
  const { t } = useTranslation('console');
  if (!idNumber && !email) {
    return null;
  }
  return (
    <section className="card" aria-label={t('customer.person')}>
      <FactRows>
        {idNumber && (
          <Fact label={t('customer.idNumber')}>
            <Ltr>{idNumber}</Ltr>
          </Fact>
        )}
        {email && (
          <Fact label={t('customer.email')}>
            <Ltr>{email}</Ltr>
          </Fact>
        )}
      </FactRows>
      <p className="dimmed">{t('customer.askRest')}</p>
    </section>
  );
}

function Card({ of, readAt }: { of: CustomerCard; readAt: string }) {
  const { t } = useTranslation('console');
  return (
    <>
      <PageHeading takesFocus title={of.name ?? t('customer.nameless')} />
      <Person of={of} />
      <Lines lines={of.lines} />
      <section className="card stack" aria-labelledby="cases">
        <h2 id="cases">{t('customer.cases')}</h2>
        {of.cases.length === 0 ? (
          <p className="dimmed">{t('customer.noCases')}</p>
        ) : (
          <CaseList cases={of.cases} readAt={readAt} />
        )}
      </section>
      <Stack className={classes.columns}>
        <Works title={t('customer.orders')} none={t('customer.noOrders')} works={of.orders} />
        <Works title={t('customer.purchases')} none={t('customer.noPurchases')} works={of.purchases} />
        <Works title={t('customer.bills')} none={t('customer.noBills')} works={of.bills} />
        <Works title={t('customer.tickets')} none={t('customer.noTickets')} works={of.requests} />
      </Stack>
    </>
  );
}

function Customer({ customerId }: { customerId: string }) {
  const language = useLanguage();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...getCustomerOptions({ headers: { 'accept-language': language }, path: { customerId } }),
    staleTime: 0,
  });
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  return (
    <>
      <ErrorNotice error={error} onRetry={statusOf(error) === 404 ? undefined : reload} />
      {data ? (
        <Card of={data.data} readAt={new Date(dataUpdatedAt).toISOString()} />
      ) : (
        !error && <Loading lines={4} height={120} />
      )}
    </>
  );
}

/**
 * A customer as an agent in a call needs it: lines and plans, waiting work, the latest orders, purchases, bills
 * and service requests.
 */
export function CustomerPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { customerId } = useParams();
  const known = zUuid.safeParse(customerId);
  return (
    <div className="stack">
      <Link to={`${consolePath(language)}/find`}>{t('customer.back')}</Link>
      {known.success ? (
        <Customer key={known.data} customerId={known.data} />
      ) : (
        <PageHeading takesFocus title={t('customer.unknown')} />
      )}
    </div>
  );
}
