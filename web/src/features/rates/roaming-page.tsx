import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoamingCountry, RoamingOperator } from '@/api/gen-rates';
import { listRoamingCountriesOptions } from '@/api/gen-rates/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Flag } from '@/components/flag';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { useLineCall } from '@/lib/session/use-line-call';
import { findCountry } from '@/lib/text/find-country';
import { CountrySearch } from './country-search';
import { OwnRoaming } from './own-roaming';
import classes from './rates.module.css';
import { RoamingBundles } from './roaming-bundles';
import { Trip } from './trip/trip';

/** The maximum number of countries shown with all details. */
const shownWhole = 3;

const kinds = ['local', 'home', 'taken', 'sms', 'megabyte'] as const;

function Operator({ operator }: { operator: RoamingOperator }) {
  const { t } = useTranslation('rates');
  return (
    <section>
      <p className={classes.operator}>
        <bdi>{operator.name}</bdi> {operator.preferred && <small>{t('roaming.preferred')}</small>}
      </p>
      <FactRows>
        {kinds.map((kind) => (
          <Fact key={kind} label={t(`roaming.${kind}`)}>
            <Money amount={operator[kind]} />
          </Fact>
        ))}
      </FactRows>
    </section>
  );
}

function Countries({ all }: { all: RoamingCountry[] }) {
  const { t } = useTranslation('rates');
  const [typed, setTyped] = useState('');
  const found = findCountry(all, typed);
  return (
    <>
      <h2 className={classes.name}>{t('roaming.all')}</h2>
      <CountrySearch typed={typed} found={found.length} onType={setTyped} />
      {found.length === 0 && <EmptyState text={t('search.none')} />}
      <ul className={classes.list}>
        {found.map(({ country, name, operators, bundles }) => (
          <li key={country}>
            <details className={`card ${classes.country}`} open={found.length <= shownWhole}>
              <summary>
                <h3 className={classes.name}>
                  <Flag country={country} /> {name}
                </h3>
                <ChevronDown size={18} aria-hidden />
                <small>
                  {t('roaming.from')}{' '}
                  <Money amount={Math.min(...operators.map(({ megabyte }) => megabyte))} />
                </small>
              </summary>
              {operators.map((operator) => (
                <Operator key={operator.id} operator={operator} />
              ))}
              <RoamingBundles title={t('roaming.bundles')} bundles={bundles} />
            </details>
          </li>
        ))}
      </ul>
      <p className="dimmed">{t('vat')}</p>
    </>
  );
}

/** The countries with roaming, the prices, and the price of a stay. */
export function RoamingPage() {
  const { t } = useTranslation('rates');
  const line = useLineCall();
  const { data, error, isPending, refetch } = useQuery(listRoamingCountriesOptions(line));
  return (
    <div className={`container ${classes.page}`}>
      <div className={`stack ${classes.narrow}`}>
        <PageHeading takesFocus title={t('roaming.title')} lead={t('roaming.lead')} />
        {isPending && <Loading lines={4} height={140} />}
        {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {data && data.data.length > 0 && <Trip countries={data.data} />}
        <OwnRoaming />
        {data?.data.length === 0 && <EmptyState text={t('empty')} />}
        {data && data.data.length > 0 && <Countries all={data.data} />}
      </div>
    </div>
  );
}
