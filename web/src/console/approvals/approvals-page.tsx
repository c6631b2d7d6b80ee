import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { RefundRequestState } from '@/api/gen-support';
import { listRefundsOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { zRefundRequestState } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Group } from '@/components/ui/layout';
import { useLanguage } from '@/lib/text/use-language';
import { useShortcuts } from '../frame/shortcuts';
import classes from './approvals.module.css';
import { Requests } from './requests';
import { Statements } from './statements';

interface Asked {
  state: RefundRequestState;
  page: number;
}

/** Returns the filter of the address; open requests by default. */
function useAsked(): Asked {
  const [params] = useSearchParams();
  const state = zRefundRequestState.safeParse(params.get('state'));
  const page = Number(params.get('page'));
  return {
    state: state.success ? state.data : 'pending',
    page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
  };
}

function address({ state, page }: Asked): string {
  const named = {
    ...(state !== 'pending' && { state }),
    ...(page > 1 && { page: String(page) }),
  };
  return Object.keys(named).length === 0 ? '.' : `?${new URLSearchParams(named)}`;
}

function Pages({ state, page, more }: Asked & { more: boolean }) {
  const { t } = useTranslation('console');
  if (page === 1 && !more) {
    return null;
  }
  return (
    <Group aria-label={t('approvals.pages')} component="nav" gap="0.5rem 1rem">
      {page > 1 && (
        <Button component={Link} variant="default" to={address({ state, page: page - 1 })}>
          {t('approvals.previous')}
        </Button>
      )}
      {more && (
        <Button component={Link} variant="default" to={address({ state, page: page + 1 })}>
          {t('approvals.next')}
        </Button>
      )}
    </Group>
  );
}

/** Refunds that need the approval of a second person. */
export function ApprovalsPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const navigate = useNavigate();
  const { state, page } = useAsked();
  const { data, error, refetch } = useQuery({
    ...listRefundsOptions({
      headers: { 'accept-language': language },
      query: { state, ...(page > 1 && { page }) },
    }),
    staleTime: 0,
  });
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  return (
    <div className="stack">
      <PageHeading takesFocus title={t('approvals.title')} lead={t('approvals.lead')} />
      <NativeSelect
        className={classes.state}
        label={t('approvals.stateLabel')}
        value={state}
        data={zRefundRequestState.options.map((value) => ({ value, label: t(`approvals.state.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          void navigate(address({ state: zRefundRequestState.parse(value), page: 1 }))
        }
      />
      <ErrorNotice error={error} onRetry={reload} />
      {data?.items.length === 0 && (
        <p role="status">{t(state === 'pending' ? 'approvals.none' : 'approvals.noneOfThese')}</p>
      )}
      {data && data.items.length > 0 && <Requests requests={data.items} />}
      {data && <Pages state={state} page={page} more={data.more} />}
      {!data && !error && <Loading lines={3} height={96} />}
      {state === 'pending' && <Statements />}
    </div>
  );
}
