import ShieldCheck from 'lucide-react/icons/shield-check';
import { useTranslation } from 'react-i18next';
import { type Objection, objectToPortOut, type PortOut } from '@/api/gen-lines';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './leaving.module.css';
import { Outcome, StopMove } from './objection';
import { isLeaving, useLeaving } from './use-leaving';

/** The new operator, the time of the move, and its cost. */
function Facts({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const costs = [
    ['lost', leaving.balance_lost],
    ['owed', leaving.owed],
    ['commitment', leaving.leaving_costs],
  ] as const;
  return (
    <div className={classes.facts}>
      <FactRows>
        <Fact label={t('to')}>{leaving.operator}</Fact>
        <Fact label={t('when')}>
          {dayAndTime(leaving.cut_over_at, language)} <small>{t('riyadh')}</small>
        </Fact>
        {costs.map(([key, amount]) =>
          amount > 0 ? (
            <Fact key={key} label={t(key)}>
              <Money amount={amount} />
            </Fact>
          ) : null,
        )}
      </FactRows>
    </div>
  );
}

/** Returns the title for the state of the number. */
const titleOf = (leaving: PortOut) =>
  isLeaving(leaving) ? 'title' : leaving.status === 'left' ? 'left' : 'stopped';

/** Links after the end of the move. */
function WayOn({ left }: { left: boolean }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const back = usePath('bring-your-number');
  return (
    <div className="button-row">
      {left && back && <SecondaryLink to={back}>{t('bringBack')}</SecondaryLink>}
      <SecondaryLink to={`/${language}/dashboard`}>{t('dashboard')}</SecondaryLink>
    </div>
  );
}

function Shown({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('port-out');
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
      <PageHeading takesFocus title={t(titleOf(leaving))} lead={<Msisdn value={leaving.msisdn} />} />
      <div className="stack">
        <Notice tone={open ? 'warning' : 'info'} title={t(`status.${leaving.status}`)}>
          {open ? t('ends') : leaving.reason}
        </Notice>
        {open ? <Facts leaving={leaving} /> : <WayOn left={leaving.status === 'left'} />}
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

/** A number of the account that another operator has requested. */
export function LeavingNumber({ reference }: { reference: string }) {
  const { t } = useTranslation('port-out');
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
