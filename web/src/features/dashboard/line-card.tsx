import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AccountLine } from '@/api/gen-lines';
import { LineState } from '@/components/line/line-state';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { lastDay } from '@/components/plan/cycle';
import { Group } from '@/components/ui/layout';
import { isolatedNumber } from '@/lib/session/line-name';
import { usePath } from '@/lib/site/use-path';
import { allowanceName } from '@/lib/text/allowance';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './lines.module.css';

function Heading({ line }: { line: AccountLine }) {
  const { t } = useTranslation(['dashboard', 'accounts']);
  const name = line.is_main ? t('accounts:main') : line.nickname;
  return (
    <Group gap="0.35rem 0.75rem" align="flex-start" justify="space-between">
      <h3 className={classes.name}>
        {name && <span>{name}</span>} <Msisdn value={line.mobile_number} />
      </h3>
      <LineState state={line.state} />
    </Group>
  );
}

/** The plan, and its next event. */
function PlanOf({ line: { plan, next } }: { line: AccountLine }) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const at = next && (next.what === 'ends' ? lastDay({ until: next.at }) : next.at);
  return (
    <p className={`row between ${classes.plan}`}>
      <span>{plan ? plan.name : t('plan.none')}</span>
      {next && at && <small>{t(`lines.next.${next.what}`, { day: day(at, language) })}</small>}
    </p>
  );
}

function Balance({ line: { balance, properties } }: { line: AccountLine }) {
  const { t } = useTranslation('dashboard');
  return (
    <p className={`row between ${classes.balance}`}>
      <small>{t(`lines.balance.${properties.subscription_type}`)}</small>
      <span>
        <Money amount={balance} />
      </span>
    </p>
  );
}

/** The allowances that are low or used up. */
function Low({ low }: Pick<AccountLine, 'low'>) {
  const { t } = useTranslation('dashboard');
  const quantity = useQuantity();
  if (low.length === 0) {
    return null;
  }
  const said = (name: string, left: number, unit: AccountLine['low'][number]['unit']) =>
    left > 0 ? t('lines.low', { name, amount: quantity(left, unit) }) : t('lines.usedUp', { name });
  return (
    <ul className="warning strong">
      {low.map(({ type, left, unit }) => (
        <li key={type}>{said(t(`allowance.${allowanceName(type)}`), left, unit)}</li>
      ))}
    </ul>
  );
}

interface Props {
  line: AccountLine;
  /** The page is about this line. */
  shown: boolean;
  busy: boolean;
  onChoose: (to?: string) => void;
}

/** Returns the most urgent task for a line: restore its service, follow its order, or recharge it. */
function useTask({ state, properties }: AccountLine) {
  const [recharge, plan, orders] = [usePath('recharge'), usePath('my-plan'), usePath('my-orders')];
  const why = usePath('sim-information') ?? orders;
  const usual =
    properties.subscription_type === 'prepaid'
      ? ({ word: 'balance.recharge', to: recharge } as const)
      : ({ word: 'lines.do.plan', to: plan } as const);
  return {
    active: usual,
    stopped: { word: 'lines.do.stopped', to: why } as const,
    expired: { word: 'lines.do.expired', to: plan } as const,
    in_transit: { word: 'lines.do.in_transit', to: orders } as const,
  }[state];
}

function Actions({ line, shown, busy, onChoose }: Props) {
  const { t } = useTranslation('dashboard');
  const { word, to } = useTask(line);
  const name = line.nickname || isolatedNumber(line.mobile_number);
  return (
    <div className={classes.actions}>
      {shown ? (
        <span className={classes.shown}>{t('lines.shown')}</span>
      ) : (
        <Button
          variant="light"
          size="sm"
          disabled={busy}
          aria-label={t('lines.chooseOf', { name })}
          onClick={() => onChoose()}
        >
          {t('lines.choose')}
        </Button>
      )}
      {to && (
        <Button
          variant="default"
          size="sm"
          disabled={busy}
          aria-label={`${t(word)}: ${name}`}
          onClick={() => onChoose(to)}
        >
          {t(word)}
        </Button>
      )}
    </div>
  );
}

/** The summary of a line, with its actions. */
export function LineCard(props: Props) {
  const { line, shown } = props;
  return (
    <li className={`card ${classes.line}`} data-shown={shown || undefined}>
      <Heading line={line} />
      <PlanOf line={line} />
      <Balance line={line} />
      <Low low={line.low} />
      <Actions {...props} />
    </li>
  );
}
