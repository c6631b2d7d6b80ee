import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { listRefundsOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { zRefundRequestState } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { useShortcuts } from '../frame/shortcuts';
import classes from './approvals.module.css';
import { Requests } from './requests';

/** Those that wait, where the address names no other. */
function useStateAsked() {
  const [params] = useSearchParams();
  const asked = zRefundRequestState.safeParse(params.get('state'));
  return asked.success ? asked.data : 'pending';
}

/** Money that goes back only once a second person has agreed. */
export function ApprovalsPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const navigate = useNavigate();
  const state = useStateAsked();
  const { data, error, refetch } = useQuery({
    ...listRefundsOptions({ headers: { 'accept-language': language }, query: { state } }),
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
          void navigate(value === 'pending' ? '.' : `?${new URLSearchParams({ state: value })}`)
        }
      />
      <ErrorNotice error={error} onRetry={reload} />
      {data?.items.length === 0 && (
        <p role="status">{t(state === 'pending' ? 'approvals.none' : 'approvals.noneOfThese')}</p>
      )}
      {data && data.items.length > 0 && <Requests requests={data.items} />}
      {!data && !error && <Loading lines={3} height={96} />}
    </div>
  );
}
