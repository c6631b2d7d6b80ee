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
import { Outcome, StopMove } from './objection';
import classes from './port-out.module.css';
import { PortOutNotices } from './port-out-notices';
import { isUnderWay, leavesNow, usePortOuts } from './use-port-outs';

/** The new operator, the time of the move, and its cost. A balance that is lost already is left out. */
function Facts({ portOut }: { portOut: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const left = portOut.status === 'left';
  const when = left ? portOut.ended_at : portOut.cut_over_at;
  const costs = [
    ['lost', left ? 0 : portOut.balance_lost],
    ['owed', portOut.owed],
    ['commitment', portOut.leaving_costs],
  ] as const;
  return (
    <div className={classes.facts}>
      <FactRows>
        <Fact label={t(left ? 'wentTo' : 'to')}>{portOut.operator}</Fact>
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
function Refused({ portOut: { operator, asked_at } }: { portOut: PortOut }) {
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
const titleOf = (portOut: PortOut) =>
  isUnderWay(portOut) ? 'title' : portOut.status === 'left' ? 'left' : 'stopped';

/** Links after the end of the move. */
function WayOn({ portOut }: { portOut: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const back = usePath('bring-your-number');
  const left = portOut.status === 'left';
  return (
    <div className="button-row">
      {left && back && <SecondaryLink to={back}>{t('bringBack')}</SecondaryLink>}
      <SecondaryLink to={`/${language}/dashboard`}>{t('dashboard')}</SecondaryLink>
      {left && <HelpLink order={portOut.reference} />}
    </div>
  );
}

function Shown({ portOut }: { portOut: PortOut }) {
  const { t } = useTranslation('port-out');
  const call = useLineCall();
  const stop = useKeyedCall<void, Objection>((key) =>
    objectToPortOut({
      path: { reference: portOut.reference },
      headers: { ...call.headers, 'Idempotency-Key': key },
      throwOnError: true,
    }),
  );
  if (stop.data) {
    return <Outcome answer={stop.data} />;
  }
  const open = isUnderWay(portOut);
  const moving = portOut.status === 'moving';
  return (
    <>
      <PageHeading takesFocus title={t(titleOf(portOut))} lead={<Msisdn value={portOut.msisdn} />} />
      <div className="stack">
        <Notice tone={open ? 'warning' : 'info'} title={t(`status.${portOut.status}`)}>
          {open ? t(moving ? 'endsMoving' : 'ends') : portOut.reason}
        </Notice>
        {(open || portOut.status === 'left') && <Facts portOut={portOut} />}
        {portOut.status === 'rejected' && <Refused portOut={portOut} />}
        {!open && <WayOn portOut={portOut} />}
        {portOut.can_object && (
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
        <PortOutNotices refused />
      </div>
      <DeadEnd scene="closed" title={t('none')} lead={t('noneText')}>
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
export function PortOutNumber({ reference }: { reference: string }) {
  const { data, error, isPending, refetch } = usePortOuts();
  const portOut = useShown(data?.items.find((item) => item.reference === reference));
  if (data && !portOut) {
    return <Unknown reference={reference} />;
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {isPending && <Loading lines={4} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {portOut && <Shown portOut={portOut} />}
    </div>
  );
}
