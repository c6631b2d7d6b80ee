import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InternationalCallRate } from '@/api/gen-rates';
import { listInternationalCallRatesOptions } from '@/api/gen-rates/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Flag } from '@/components/flag';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { Table } from '@/components/ui/table';
import { useLineCall } from '@/lib/session/use-line-call';
import { findCountry } from '@/lib/text/find-country';
import { CountrySearch } from './country-search';
import { LocalRates } from './local-rates';
import classes from './rates.module.css';

function Rates({ rates }: { rates: InternationalCallRate[] }) {
  const { t } = useTranslation('rates');
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('international.country')}</Table.Th>
          <Table.Th>{t('international.minute')}</Table.Th>
          <Table.Th>{t('international.sms')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rates.map(({ country, name, dialCode, minute, sms }) => (
          <Table.Tr key={country}>
            <Table.Th scope="row">
              <Flag country={country} /> {name} <Ltr>{dialCode}</Ltr>
            </Table.Th>
            <Table.Td>
              <Money amount={minute} />
            </Table.Td>
            <Table.Td>
              <Money amount={sms} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Found({ all }: { all: InternationalCallRate[] }) {
  const { t } = useTranslation('rates');
  const [typed, setTyped] = useState('');
  const found = findCountry(all, typed);
  if (all.length === 0) {
    return <EmptyState text={t('empty')} />;
  }
  return (
    <>
      <CountrySearch typed={typed} found={found.length} onType={setTyped} />
      {found.length > 0 ? <Rates rates={found} /> : <EmptyState text={t('search.none')} />}
      <p className="dimmed">{t('vat')}</p>
    </>
  );
}

/** The prices of calls from here to other countries, and within the Kingdom. */
export function InternationalRatesPage() {
  const { t } = useTranslation('rates');
  const line = useLineCall();
  const { data, error, isPending, refetch } = useQuery(listInternationalCallRatesOptions(line));
  return (
    <div className={`container ${classes.page}`}>
      <div className={`stack ${classes.narrow}`}>
        <PageHeading takesFocus title={t('international.title')} lead={t('international.lead')} />
        {isPending && <Loading lines={6} height={48} />}
        {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {data && <Found all={data.data} />}
        <LocalRates />
      </div>
    </div>
  );
}
