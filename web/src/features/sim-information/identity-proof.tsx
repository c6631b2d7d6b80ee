import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type LineProof, type LineProofChange, proveLine } from '@/api/gen-lines';
import { getLineProofOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { IdentityWaiting } from '@/components/identity/identity-waiting';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';

/** The interval of questions for the answer. */
const looking = 2_000;

const isOpen = (proof: LineProof | undefined) => proof?.stage === 'waiting' || proof?.stage === 'confirmed';

/** The result of a push. */
function Outcome({ proof }: { proof: LineProof }) {
  const { t } = useTranslation('sim-information');
  switch (proof.stage) {
    case 'waiting':
      return (
        <>
          <IdentityWaiting
            instruction={t('identity.openApp')}
            random={proof.random}
            expiresAt={proof.expires_at}
          />
          <p style={{ margin: 0 }}>{t('identity.by')}</p>
        </>
      );
    case 'rejected':
    case 'expired':
    case 'unknown':
      return (
        <Notice tone="warning" title={t(`identity.${proof.stage}`)}>
          {t(`identity.${proof.stage}Text`)}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="negative" title={t('identity.refused')}>
          {proof.refusal?.message}
        </Notice>
      );
    default:
      return <Notice title={t('identity.confirmed')}>{t('identity.confirmedText')}</Notice>;
  }
}

/** Requests a push when it is shown, and follows the last proof of the line while the proof is open. */
function useProof(change: LineProofChange) {
  const { headers } = useLineCall();
  const client = useQueryClient();
  const options = getLineProofOptions({ headers });
  const ask = useEffectCall(
    (call, body: LineProofChange) => proveLine({ ...call, body: { change: body } }),
    (answer) => client.setQueryData(options.queryKey, answer),
  );
  const asked = useRef(false);
  const { mutate } = ask;
  useEffect(() => {
    if (!asked.current) {
      asked.current = true;
      mutate(change);
    }
  }, [mutate, change]);
  const { data, error, refetch } = useQuery({
    ...options,
    enabled: ask.isSuccess,
    refetchInterval: ({ state }) =>
      isOpen(state.data?.data) || state.data?.data.stage === 'unknown' ? looking : false,
  });
  return { ask, proof: ask.isSuccess ? data?.data : undefined, error, refetch };
}

interface Props {
  change: LineProofChange;
  onDone: () => void;
  onClose: () => void;
}

/** The line's holder confirms in the identity app; the line then changes, even if this dialog is closed. */
export function IdentityProof({ change, onDone, onClose }: Props) {
  const { t } = useTranslation(['sim-information', 'common']);
  const { ask, proof, error, refetch } = useProof(change);
  const done = proof?.stage === 'done';
  const tell = useRef(onDone);
  useEffect(() => {
    tell.current = onDone;
  }, [onDone]);
  useEffect(() => {
    if (done) {
      tell.current();
    }
  }, [done]);
  const over = ask.isError || (proof && !isOpen(proof) && !done);
  return (
    <div className="stack">
      {ask.isPending && (
        <div role="status">
          <p style={{ margin: 0 }}>{t('identity.asking')}</p>
          <Loading lines={1} height={120} />
        </div>
      )}
      {!ask.isPending && proof && <Outcome proof={proof} />}
      <ErrorNotice error={ask.error} />
      {!ask.isPending && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {over && !ask.isPending && <Button onClick={() => ask.mutate(change)}>{t('identity.again')}</Button>}
      <Button variant="default" onClick={onClose}>
        {t(over || !proof ? 'common:actions.cancel' : 'common:actions.close')}
      </Button>
    </div>
  );
}
