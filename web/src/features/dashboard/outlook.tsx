import CalendarClock from 'lucide-react/icons/calendar-clock';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanSubscription } from '@/api/gen-session';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { daysLeft, lastDay, partOver } from '@/components/plan/cycle';
import { Ring } from '@/components/ring';
import { Group } from '@/components/ui/layout';
import { usePath } from '@/lib/site/use-path';
import { vatPercent } from '@/lib/site/vat';
import { day, dayAndTime, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { withVat } from '@/lib/text/vat';
import classes from './cards.module.css';

function WayTo({ page, children }: { page: string; children: ReactNode }) {
  const path = usePath(page);
  return path && <Link to={path}>{children}</Link>;
}

/** Returns a text about the end of the cycle. */
function useWhatComes({ autoRenew, renewal, scheduled, until }: PlanSubscription): string {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  if (scheduled) {
    return t('outlook.switches', { plan: scheduled.plan.name, day: day(scheduled.startsAt, language) });
  }
  if (!autoRenew) {
    return t('outlook.ends', { day: day(lastDay({ until }), language) });
  }
  const facts = { day: day(until, language), amount: renewal && riyals(renewal.amount) };
  return t(renewal?.paidBy === 'invoice' ? 'outlook.renews.invoice' : 'outlook.renews.some', facts);
}

/** The cost of the renewal: its price with VAT, and the smaller amount that the balance loses, with the reason. */
function Cost({ amount, extraSims, paidBy }: NonNullable<PlanSubscription['renewal']>) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      {paidBy === 'balance' && (
        <div>
          <p>
            <span>
              <Money amount={withVat(amount, vatPercent)} /> {t('outlook.withVat')}
            </span>
            {' · '}
            <span>
              {t('outlook.fromBalance')} <Money amount={amount} />
            </span>
          </p>
          <details>
            <summary className={classes.why}>{t('outlook.why')}</summary>
            <p className="dimmed">{t('outlook.because')}</p>
          </details>
        </div>
      )}
      {extraSims && <p>{t('outlook.extraSims', { amount: riyals(extraSims) })}</p>}
    </>
  );
}

/** An active plan: the days left, and the next event. */
function Cycle({ subscription }: { subscription: PlanSubscription }) {
  const { t } = useTranslation('dashboard');
  const comes = useWhatComes(subscription);
  const { renewal, scheduled } = subscription;
  const short = renewal !== undefined && !renewal.covered;
  return (
    <>
      <Group wrap="nowrap" className={classes.cycle}>
        <Ring part={1 - partOver(subscription)} low={short}>
          <CalendarClock size={22} />
        </Ring>
        <p>
          <strong>{t('outlook.left', { count: daysLeft(subscription) })}</strong>
          <span>{comes}</span>
        </p>
      </Group>
      {renewal && !scheduled && <Cost {...renewal} />}
    </>
  );
}

/** An inactive plan: the reason, and the way to restore it. */
function Trouble({ subscription }: { subscription: PlanSubscription }) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { autoRenew, grace, stage } = subscription;
  const recharge = <WayTo page="recharge">{t('balance.recharge')}</WayTo>;
  const restart = <WayTo page="my-plan">{t('outlook.restart')}</WayTo>;
  if (stage === 'grace' && grace) {
    const facts = { missing: riyals(grace.missing), until: dayAndTime(grace.until, language) };
    return (
      <Notice tone="warning" title={t('outlook.grace')} action={autoRenew ? recharge : restart}>
        {autoRenew && t('outlook.missing', facts)}
      </Notice>
    );
  }
  if (stage === 'expired') {
    return (
      <Notice tone="negative" title={t('outlook.expired')} action={autoRenew ? recharge : restart}>
        {t('outlook.works')}
      </Notice>
    );
  }
  return <Notice>{t('outlook.ended')}</Notice>;
}

/** The state of the plan and its next event. */
export function Outlook({ subscription }: { subscription: PlanSubscription }) {
  return (
    <div className={classes.outlook}>
      {subscription.stage === 'active' ? (
        <Cycle subscription={subscription} />
      ) : (
        <Trouble subscription={subscription} />
      )}
    </div>
  );
}
