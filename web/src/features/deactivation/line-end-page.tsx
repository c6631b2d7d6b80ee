import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { zUuid } from '@/api/gen/zod.gen';
import { showDeactivation, undoDeactivationByLink } from '@/api/gen-lines';
import { zShowDeactivationBody } from '@/api/gen-lines/zod.gen';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { useLanguage } from '@/lib/text/use-language';
import { Ended } from './ended';
import { Kept } from './kept';
import { Underway } from './underway';
import { untilItEnds } from './until-it-ends';

function InvalidLink() {
  const { t } = useTranslation('deactivation');
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={t('link.invalid')} lead={t('link.invalidText')}>
      <SecondaryLink to={`/${language}/`}>{t('link.home')}</SecondaryLink>
    </DeadEnd>
  );
}

/**
 * The progress of a deactivation, by the link in the message: one click keeps the line, or the final
 * statement is shown.
 */
function ByLink({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation('deactivation');
  const language = useLanguage();
  const headers = { 'accept-language': language };
  const call = { path: { id }, body: { token }, throwOnError: true } as const;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['line-end', id, language],
    queryFn: async () => (await showDeactivation({ ...call, headers })).data.data,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => untilItEnds(state.data),
  });
  const undo = useKeyedCall<void, unknown>(
    (key) => undoDeactivationByLink({ ...call, headers: { ...headers, 'Idempotency-Key': key } }),
    { onSuccess: () => refetch() },
  );
  if (problemOf(error)?.messageKey === 'deactivation_link_invalid') {
    return <InvalidLink />;
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading takesFocus title={t('link.title')} />
      {isPending && <Loading lines={4} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data?.stage === 'undone' && <Kept />}
      {data?.stage === 'ended' && <Ended deactivation={data} token={token} />}
      {(data?.stage === 'waiting' || data?.stage === 'ending') && (
        <Underway deactivation={data} undo={undo} onTimeOver={() => refetch()} />
      )}
    </div>
  );
}

/** The page behind the links in messages about the end of a line. */
export function LineEndPage() {
  const { id = '' } = useParams();
  const token = useAddressSecret();
  const wellFormed = zUuid.safeParse(id).success && zShowDeactivationBody.safeParse({ token }).success;
  return wellFormed ? <ByLink id={id} token={token} /> : <InvalidLink />;
}
