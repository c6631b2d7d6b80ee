import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanGrace, PlanSubscription } from '@/api/gen-session';
import { Notice } from '@/components/notice';
import { dayAndTime, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { RechargeLink } from './recharge-link';

interface Props {
  subscription: PlanSubscription;
  onStart: () => void;
}

/** The action that restores the plan: a recharge, or the customer's confirmation. */
function WayBack({ subscription: { autoRenew, renewal }, onStart }: Props) {
  const { t } = useTranslation('my-plan');
  if (!autoRenew) {
    return (
      <Button className="primary-action" onClick={onStart}>
        {t('autoRenew.again')}
      </Button>
    );
  }
  return renewal?.covered ? null : <RechargeLink />;
}

/** Returns a text about how the plan returns. */
function useHowBack({ autoRenew, renewal }: PlanSubscription): string {
  const { t } = useTranslation('my-plan');
  if (!autoRenew || !renewal) {
    return t('back.off');
  }
  return t(renewal.covered ? 'back.now' : 'back.recharge', { amount: riyals(renewal.amount) });
}

function Grace({ grace, ...props }: Props & { grace: PlanGrace }) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const back = useHowBack(props.subscription);
  const { autoRenew, renewal } = props.subscription;
  const facts = { missing: riyals(grace.missing), until: dayAndTime(grace.until, language) };
  const told = autoRenew && !renewal?.covered ? t('grace.missing', facts) : back;
  return (
    <Notice tone="warning" title={t('grace.title')} action={<WayBack {...props} />}>
      {told} {t('grace.meanwhile')}
    </Notice>
  );
}

/** The problem of the plan, the services that still work, and the next action. */
export function Trouble(props: Props) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const { grace, lineEndsAt, service, stage } = props.subscription;
  const back = useHowBack(props.subscription);
  if (stage === 'grace' && grace) {
    return <Grace grace={grace} {...props} />;
  }
  if (stage === 'expired') {
    return (
      <Notice tone="negative" title={t('expired.title')} action={<WayBack {...props} />}>
        {t(`service.${service}`)} {back}{' '}
        {lineEndsAt && t('expired.lineEnds', { until: dayAndTime(lineEndsAt, language) })}
      </Notice>
    );
  }
  return stage === 'ended' ? <Notice>{t('ended')}</Notice> : null;
}
