import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LineToEnd } from '@/api/gen-lines';
import { getDeactivationOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useMainLineGoes } from '@/lib/session/use-main-line-goes';
import { Underway } from './underway';
import { untilItEnds } from './until-it-ends';
import { useUndo } from './use-undo';
import { Wizard } from './wizard';

/** If no deactivation is open, the customer can request one; otherwise the customer can cancel it. */
function Line({ line, onChanged }: { line: LineToEnd; onChanged: () => unknown }) {
  const undo = useUndo(onChanged);
  const { deactivation } = line;
  const runs = deactivation?.stage === 'waiting' || deactivation?.stage === 'ending';
  return runs ? (
    <Underway deactivation={deactivation} undo={undo} onTimeOver={onChanged} />
  ) : (
    <Wizard line={line} undone={undo.isSuccess} onBegun={onChanged} />
  );
}

/** The deactivation of a line at its owner's request: route deactivateNumber. */
export function DeactivationPage() {
  const { t } = useTranslation('deactivation');
  const { selected } = useSession();
  const { data, error, isPending, refetch } = useQuery({
    ...getDeactivationOptions(useLineCall()),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => untilItEnds(state.data?.data.deactivation),
  });
  const ending = data?.data.deactivation;
  useMainLineGoes(ending && untilItEnds(ending) ? [ending.msisdn] : []);
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {isPending && <Loading lines={4} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data && <Line key={selected?.subscription_id} line={data.data} onChanged={() => refetch()} />}
    </>
  );
}
