import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAccountLinesOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import type { Plan } from '@/api/gen-plans';
import type { Subscriber } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { ineligibilityOf } from '@/components/plan/eligible';
import { useSwitchPath } from '@/components/plan/use-switch-path';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount, useSession } from '@/lib/session';
import { nameOfLine } from '@/lib/session/line-name';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './get-plan.module.css';
import { NotEligible } from './not-eligible';

interface Props {
  plan: Plan;
  line: Subscriber;
}

/** Other lines of the account that can have the plan. */
function OtherLines({ plan, line }: Props) {
  const { t } = useTranslation('plans');
  const { subscribers } = useSession();
  const choose = useAttempt((id: string) => selectAccount(id));
  const fit = subscribers.filter(
    (other) => other.subscription_id !== line.subscription_id && !ineligibilityOf(plan, other.properties),
  );
  return (
    <>
      {fit.map((other) => (
        <Button
          key={other.subscription_id}
          variant="default"
          size="md"
          disabled={choose.busy}
          onClick={() => choose.attempt(other.subscription_id)}
        >
          {t('member.instead', { name: nameOfLine(other) })}
        </Button>
      ))}
      <ErrorNotice error={choose.error} />
    </>
  );
}

/** The line already has the plan: a link to it, or to subscribe again after it has expired. */
function HasIt({ plan, expired }: { plan: Plan; expired: boolean }) {
  const { t } = useTranslation('plans');
  const mine = usePath('my-plan') ?? '';
  const again = useSwitchPath(plan);
  if (expired) {
    return (
      <>
        <Notice tone="warning" title={t('member.expired')} />
        <PrimaryLink to={again}>{t('member.again')}</PrimaryLink>
      </>
    );
  }
  return (
    <>
      <Notice tone="positive" title={t('member.has')} />
      <SecondaryLink to={mine}>{t('member.mine')}</SecondaryLink>
    </>
  );
}

/** The options of a line by its own plan; the page of the switch checks whether it may switch. */
function Fit({ plan, line }: Props) {
  const { t } = useTranslation('plans');
  const headers = { 'accept-language': useLanguage() };
  const { data, isPending } = useQuery(listAccountLinesOptions({ headers }));
  const to = useSwitchPath(plan);
  if (isPending) {
    return <Loading lines={1} height={50} />;
  }
  const now = data?.data.find(({ subscription_id: id }) => id === line.subscription_id);
  if (now?.plan?.id === plan.id) {
    return <HasIt plan={plan} expired={now.state === 'expired'} />;
  }
  return (
    <>
      <PrimaryLink to={to}>{t(now && !now.plan ? 'get.open' : 'member.switch')}</PrimaryLink>
      {now?.plan && <p className={classes.or}>{t('member.now', { name: now.plan.name })}</p>}
    </>
  );
}

/** For customers: the plan for the chosen line. */
export function MemberGets({ plan, line }: Props) {
  const { t } = useTranslation('plans');
  const why = ineligibilityOf(plan, line.properties);
  return (
    <>
      <p className={classes.or}>
        {t('member.for')} <Msisdn value={line.mobile_number} />
      </p>
      {why ? (
        <>
          <NotEligible plan={plan} why={why} />
          <OtherLines plan={plan} line={line} />
        </>
      ) : (
        <Fit plan={plan} line={line} />
      )}
    </>
  );
}
