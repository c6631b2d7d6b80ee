import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getSimInfoOptions, listMyNumbersOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { LineCard } from './line-card';
import { MyNumbers } from './my-numbers';
import { Owner } from './owner';
import { SimCards } from './sim-cards';

/** The refresh interval of a line until the network has applied its change. */
const settling = 2_000;

/** The chosen line and its SIMs; below, the states of the other numbers. */
export function SimInformationPage() {
  const { t } = useTranslation('sim-information');
  const { headers } = useLineCall();
  const { subscribers } = useSession();
  const info = useQuery({
    ...getSimInfoOptions({ headers: { ...headers, 'X-Api-Version': 'v3' } }),
    // Orders and other devices also change the line.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.data.network_follows === false ? settling : false),
  });
  const numbers = useQuery({ ...listMyNumbersOptions({ headers }), enabled: subscribers.length > 1 });
  const changed = () => Promise.all([info.refetch(), subscribers.length > 1 && numbers.refetch()]);
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {info.data ? (
        <div className="stack">
          <LineCard info={info.data.data} onChanged={changed} />
          <SimCards info={info.data.data} />
          {info.data.data.owner && <Owner owner={info.data.data.owner} />}
        </div>
      ) : info.error ? (
        <ErrorNotice error={info.error} onRetry={() => info.refetch()} />
      ) : (
        <Loading lines={3} height={120} />
      )}
      {numbers.data ? (
        <MyNumbers numbers={numbers.data.data} />
      ) : (
        <ErrorNotice error={numbers.error} onRetry={() => numbers.refetch()} />
      )}
    </>
  );
}
