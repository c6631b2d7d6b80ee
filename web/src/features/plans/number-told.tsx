import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { Notice } from '@/components/notice';
import { PrimaryLink } from '@/components/primary-action';
import { Stack } from '@/components/ui/layout';
import { usePath } from '@/lib/site/use-path';
import type { Whose } from '@/lib/text/whose-number';
import classes from './get-plan.module.css';
import { NotEligible } from './not-eligible';

interface Props {
  whose: Exclude<Whose, 'no-number'>;
  plan: Plan;
  /** The sign-in that continues to the switch. */
  login: string;
}

function Way({ to, name, hint }: { to?: string; name: string; hint: ReactNode }) {
  return (
    to && (
      <li>
        <Link className={classes.way} to={to}>
          <strong>{name}</strong>
          <span>{hint}</span>
        </Link>
      </li>
    )
  );
}

/** A number of another operator: its owner's options to get the plan. */
function NotOurs({ plan: { id, kind, takesPorted, name }, login }: Omit<Props, 'whose'>) {
  const { t } = useTranslation('plans');
  const [join, sim, esim] = [usePath('registration'), usePath('order-sim'), usePath('order-esim')];
  const bring = usePath('bring-your-number');
  const wanted = `?package=${id}`;
  const voice = kind === 'voice';
  return (
    <>
      <Notice tone="warning" title={t('notOurs.title')}>
        {t('notOurs.lead', { name })}
      </Notice>
      <Stack component="ul" gap="xs">
        {bring && takesPorted && (
          <Way to={bring + wanted} name={t('notOurs.bring')} hint={t('notOurs.bringHint')} />
        )}
        {sim && voice && <Way to={sim + wanted} name={t('notOurs.sim')} hint={t('notOurs.simHint')} />}
        {esim && voice && <Way to={esim + wanted} name={t('notOurs.esim')} hint={t('notOurs.esimHint')} />}
        <Way to={join} name={t('notOurs.join')} hint={t('notOurs.joinHint')} />
        <Way to={login} name={t('notOurs.moved')} hint={t('notOurs.movedHint')} />
      </Stack>
    </>
  );
}

/** The options for the typed number. */
export function NumberTold({ whose, plan, login }: Props) {
  const { t } = useTranslation('plans');
  if (whose === 'other') {
    return <NotOurs plan={plan} login={login} />;
  }
  if ((whose === 'data-sim') !== (plan.kind === 'data')) {
    return <NotEligible plan={plan} why={whose === 'data-sim' ? 'data-line' : 'data-plan'} />;
  }
  return (
    <>
      <Notice tone="positive" title={t('get.isOurs')}>
        {t('get.isOursText', { name: plan.name })}
      </Notice>
      <PrimaryLink to={login}>{t('get.signInAndSwitch')}</PrimaryLink>
    </>
  );
}
