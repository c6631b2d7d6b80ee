import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useState } from 'react';
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
import { HelpLink } from '@/components/support/help-link';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './leaving.module.css';
import { LeavingNotices } from './leaving-notices';
import { Outcome, StopMove } from './objection';
import { isLeaving, leavesNow, useLeaving } from './use-leaving';

/** The new operator, the time of the move, and its cost. A balance that is lost already is left out. */
function Facts({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const left = leaving.status === 'left';
  const when = left ? leaving.ended_at : leaving.cut_over_at;
  const costs = [
    ['lost', left ? 0 : leaving.balance_lost],
    ['owed', leaving.owed],
    ['commitment', leaving.leaving_costs],
  ] as const;
  return (
    <div className={classes.facts}>
      <FactRows>
        <Fact label={t(left ? 'wentTo' : 'to')}>{leaving.operator}</Fact>
        {when && (
          <Fact label={t(left ? 'leftOn' : 'when')}>
            {dayAndTime(when, language)} <small>{t('riyadh')}</small>
          </Fact>
        )}
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

/** The operator whose request we refused, and the time of the request. */
function Refused({ leaving: { operator, asked_at } }: { leaving: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  return (
    <div className={classes.facts}>
      <FactRows>
        <Fact label={t('askedBy')}>{operator}</Fact>
        <Fact label={t('askedOn')}>
          {dayAndTime(asked_at, language)} <small>{t('riyadh')}</small>
        </Fact>
      </FactRows>
    </div>
  );
}

/** Returns the title for the state of the number. */
const titleOf = (leaving: PortOut) =>
  isLeaving(leaving) ? 'title' : leaving.status === 'left' ? 'left' : 'stopped';

/** Links after the end of the move. */
function WayOn({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const back = usePath('bring-your-number');
  const left = leaving.status === 'left';
  return (
    <div className="button-row">
      {left && back && <SecondaryLink to={back}>{t('bringBack')}</SecondaryLink>}
      <SecondaryLink to={`/${language}/dashboard`}>{t('dashboard')}</SecondaryLink>
      {left && <HelpLink order={leaving.reference} />}
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
  const moving = leaving.status === 'moving';
  return (
    <>
      <PageHeading takesFocus title={t(titleOf(leaving))} lead={<Msisdn value={leaving.msisdn} />} />
      <div className="stack">
        <Notice tone={open ? 'warning' : 'info'} title={t(`status.${leaving.status}`)}>
          {open ? t(moving ? 'endsMoving' : 'ends') : leaving.reason}
        </Notice>
        {(open || leaving.status === 'left') && <Facts leaving={leaving} />}
        {leaving.status === 'rejected' && <Refused leaving={leaving} />}
        {!open && <WayOn leaving={leaving} />}
        {leaving.can_object && (
          <StopMove
            moving={moving}
            error={stop.error}
            isPending={stop.isPending}
            onStop={() => stop.mutate()}
          />
        )}
      </div>
    </>
  );
}

/** An unknown request: it ended long ago, is of another account, or its line has left the account. */
function Unknown({ reference }: { reference: string }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  return (
    <>
      <div className={`container ${classes.others}`}>
        <LeavingNotices refused />
      </div>
      <DeadEnd icon={ShieldAlert} title={t('none')} lead={t('noneText')}>
        <SecondaryLink to={`/${language}/dashboard`}>{t('dashboard')}</SecondaryLink>
        <HelpLink order={reference} />
      </DeadEnd>
    </>
  );
}

/**
 * Returns the request to show. A request that disappears from the list while its number leaves has left: its
 * line has ended, and the account no longer has the line.
 */
function useShown(listed: PortOut | undefined): PortOut | undefined {
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) {
    setLast(listed);
  }
  return listed ?? (last && leavesNow(last) ? { ...last, status: 'left', can_object: false } : undefined);
}

/** A number of the account that another operator has requested. */
export function LeavingNumber({ reference }: { reference: string }) {
  const { data, error, isPending, refetch } = useLeaving();
  const leaving = useShown(data?.items.find((item) => item.reference === reference));
  if (data && !leaving) {
    return <Unknown reference={reference} />;
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {isPending && <Loading lines={4} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {leaving && <Shown leaving={leaving} />}
    </div>
  );
}
