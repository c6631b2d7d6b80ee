import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTranslation } from 'react-i18next';
import { type Objection, objectToPortOut, type PortOut } from '@/api/gen-lines';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './leaving.module.css';
import { Outcome, StopMove } from './objection';
import { isLeaving, useLeaving } from './use-leaving';

/** Where the number goes, when, and what that costs. */
function Facts({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('leaving');
  const language = useLanguage();
  const costs = [
    ['lost', leaving.balance_lost],
    ['owed', leaving.owed],
    ['commitment', leaving.leaving_costs],
  ] as const;
  return (
    <dl className={classes.facts}>
      <dt>{t('to')}</dt>
      <dd>{leaving.operator}</dd>
      <dt>{t('when')}</dt>
      <dd>
        {dayAndTime(leaving.cut_over_at, language)} <span className={classes.zone}>{t('riyadh')}</span>
      </dd>
      {costs.map(([key, amount]) =>
        amount > 0 ? (
          <div key={key} className={classes.cost}>
            <dt>{t(key)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Shown({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('leaving');
  const call = useLineCall();
  const stop = useKeyedCall<void, Objection>((key) =>
    objectToPortOut({
      path: { reference: leaving.reference },
      headers: { ...call.headers, 'Idempotency-Key': key },
      throwOnError: true,
    }),
  );
  if (stop.data) {
    return <Outcome answer={stop.data} />;
  }
  const open = isLeaving(leaving);
  return (
    <>
      <PageHeading takesFocus title={t('title')} lead={<Msisdn value={leaving.msisdn} />} />
      <div className="stack">
        <Notice tone={open ? 'warning' : 'info'} title={t(`status.${leaving.status}`)}>
          {open ? t('ends') : leaving.reason}
        </Notice>
        {open && <Facts leaving={leaving} />}
        {leaving.can_object && (
          <StopMove
            moving={leaving.status === 'moving'}
            error={stop.error}
            isPending={stop.isPending}
            onStop={() => stop.mutate()}
          />
        )}
      </div>
    </>
  );
}

/** A number of the account that another operator asked for. */
export function LeavingNumber({ reference }: { reference: string }) {
  const { t } = useTranslation('leaving');
  const language = useLanguage();
  const { data, error, isPending, refetch } = useLeaving();
  const leaving = data?.items.find((item) => item.reference === reference);
  if (data && !leaving) {
    return (
      <DeadEnd icon={ShieldCheck} title={t('none')} lead={t('noneText')}>
        <SecondaryLink to={`/${language}/dashboard`}>{t('dashboard')}</SecondaryLink>
      </DeadEnd>
    );
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {isPending && <Loading lines={4} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {leaving && <Shown leaving={leaving} />}
    </div>
  );
}
