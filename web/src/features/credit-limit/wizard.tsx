import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCreditLimitOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLineCall } from '@/lib/session/use-line-call';
import { ChooseStep } from './choose-step';
import { ConfirmStep } from './confirm-step';
import { DoneStep } from './done-step';
import { LimitUsage } from './limit-usage';
import { useUpdateLimit } from './use-limits';

/** The steps from the used part of the limit to a changed limit. */
export function Wizard() {
  const { data, isPending, error, refetch } = useQuery(getCreditLimitOptions(useLineCall()));
  const [amount, setAmount] = useState<number>();
  const [done, setDone] = useState(false);
  const say = useUpdateLimit();
  const limit = data?.data;
  if (!limit) {
    return (
      <div className="stack">
        {isPending && <Loading lines={2} height={120} />}
        <ErrorNotice error={error} onRetry={refetch} />
      </div>
    );
  }
  if (done) {
    return <DoneStep limit={limit} />;
  }
  return (
    <div className="stack">
      <LimitUsage limit={limit} />
      {amount === undefined ? (
        <ChooseStep limit={limit} onDone={setAmount} />
      ) : (
        <ConfirmStep
          limit={limit}
          amount={amount}
          onBack={() => setAmount(undefined)}
          onDone={(now) => {
            say(now);
            setDone(true);
          }}
        />
      )}
    </div>
  );
}
