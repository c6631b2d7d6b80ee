import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { zProposalKind, zProposalState } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { ProposalList } from './proposal-list';
import classes from './proposals.module.css';
import { ProposeDialog } from './propose-dialog';
import { type ProposalFilters, proposalsAt, useProposalFilters, useProposals } from './use-proposals';

function Choices({ filters }: { filters: ProposalFilters }) {
  const { t } = useTranslation('proposals');
  const navigate = useNavigate();
  const choose = (name: 'kind' | 'state') => (event: { currentTarget: { value: string } }) =>
    void navigate(
      proposalsAt({
        ...filters,
        key: undefined,
        page: undefined,
        [name]: event.currentTarget.value || undefined,
      }),
    );
  return (
    <div className={`row ${classes.choices}`}>
      <NativeSelect
        label={t('field.kind')}
        value={filters.kind ?? ''}
        onChange={choose('kind')}
        data={[
          { value: '', label: t('all') },
          ...zProposalKind.options.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('stateLabel')}
        value={filters.state ?? ''}
        onChange={choose('state')}
        data={[
          { value: '', label: t('all') },
          ...zProposalState.options.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
      />
    </div>
  );
}

function Pages({ filters, more }: { filters: ProposalFilters; more: boolean }) {
  const { t } = useTranslation('proposals');
  const { page = 1 } = filters;
  if (page === 1 && !more) {
    return null;
  }
  const to = (next: number) => proposalsAt({ ...filters, page: next > 1 ? next : undefined });
  return (
    <nav aria-label={t('pages')} className={`row ${classes.choices}`}>
      {page > 1 && (
        <Button component={Link} variant="default" to={to(page - 1)}>
          {t('newer')}
        </Button>
      )}
      {more && (
        <Button component={Link} variant="default" to={to(page + 1)}>
          {t('older')}
        </Button>
      )}
    </nav>
  );
}

/** Settings, promo codes and message texts: proposed, present and past changes. */
export function ProposalsPage() {
  const { t } = useTranslation('proposals');
  const filters = useProposalFilters();
  const [proposing, setProposing] = useState(false);
  const { data, error, refetch } = useProposals(filters);
  return (
    <div className="stack">
      <div className={`row ${classes.head}`}>
        <PageHeading takesFocus title={t('title')} />
        <Button component={Link} variant="default" to="settings">
          {t('settings.title')}
        </Button>
        <Button onClick={() => setProposing(true)}>{t('propose.title')}</Button>
      </div>
      <Choices filters={filters} />
      {filters.key !== undefined && (
        <p>
          {t('historyOf')} <Ltr>{filters.key}</Ltr> · <Link to=".">{t('showAll')}</Link>
        </p>
      )}
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data &&
        (data.items.length === 0 ? <p role="status">{t('none')}</p> : <ProposalList changes={data.items} />)}
      {data && <Pages filters={filters} more={data.more} />}
      {!data && !error && <Loading lines={4} height={120} />}
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </div>
  );
}
