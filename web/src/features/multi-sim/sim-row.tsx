import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LineSim } from '@/api/gen-lines';
import { Group } from '@/components/ui/layout';
import { stepPath } from '@/features/order/model/order-steps';
import { day, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './multi-sim.module.css';
import { useSimName } from './use-sim-name';

type What = 'rename' | 'primary' | 'deactivate';

interface Props {
  sim: LineSim;
  /** The line has no other SIM. */
  alone: boolean;
  onChange: (what: What) => void;
}

/** Returns the order with the code of an eSIM that is not installed yet. */
const orderToInstall = ({ state, type, order_id: order }: LineSim) =>
  state === 'pending' && type === 'esim' ? order : undefined;

/** The type of the SIM, its price and its period. */
function Facts({ sim, alone }: { sim: LineSim; alone: boolean }) {
  const { t } = useTranslation('multi-sim');
  const language = useLanguage();
  const fee = riyals(sim.monthly_fee);
  return (
    <>
      <p className={classes.labels}>
        <strong data-state={sim.state}>{t(sim.is_primary ? 'state.primary' : `state.${sim.state}`)}</strong>
        <span>{t(`type.${sim.type}`)}</span>
        {sim.monthly_fee > 0 && !sim.fee_until && sim.state !== 'inactive' && (
          <span>{t('monthly', { fee })}</span>
        )}
        {sim.fee_until && (
          <span>
            {t(Date.parse(sim.fee_until) > Date.now() ? 'feeUntil' : 'feeEnded', {
              day: day(sim.fee_until, language),
            })}
          </span>
        )}
      </p>
      {sim.is_primary && <p className="dimmed">{t(alone ? 'primaryAlone' : 'primaryStays')}</p>}
      {sim.state === 'pending' && (
        <p className="dimmed">{t(orderToInstall(sim) ? 'toInstallText' : 'pendingText')}</p>
      )}
    </>
  );
}

/** Links to activate a SIM that does not work yet, or to replace a SIM that no longer works. */
function WayOn({ sim, name }: { sim: LineSim; name: string }) {
  const { t } = useTranslation('multi-sim');
  const language = useLanguage();
  const order = orderToInstall(sim);
  if (order) {
    return (
      <Button
        component={Link}
        to={stepPath(language, 'order-details', order)}
        aria-label={t('installOf', { name })}
      >
        {t('install')}
      </Button>
    );
  }
  if (sim.state === 'pending') {
    return (
      <Button component={Link} to={`/${language}/sim-activation`} aria-label={t('activateOf', { name })}>
        {t('activate')}
      </Button>
    );
  }
  return (
    <Button
      component={Link}
      variant="default"
      to={`/${language}/multi-sim/order?sim=${sim.type}`}
      aria-label={t('againOf', { name })}
    >
      {t('again')}
    </Button>
  );
}

/** A SIM of the line with its actions. */
export function SimRow({ sim, alone, onChange }: Props) {
  const { t } = useTranslation('multi-sim');
  const name = useSimName()(sim);
  return (
    <li className={`card row between ${classes.sim}`} data-primary={sim.is_primary || undefined}>
      <div>
        <h2>{name}</h2>
        <Facts sim={sim} alone={alone} />
      </div>
      <Group gap={8}>
        {sim.state === 'active' ? (
          <>
            {!sim.is_primary && (
              <Button aria-label={t('primary.of', { name })} onClick={() => onChange('primary')}>
                {t('primary.open')}
              </Button>
            )}
            <Button
              variant="default"
              aria-label={t('renaming.of', { name })}
              onClick={() => onChange('rename')}
            >
              {t('renaming.open')}
            </Button>
            {!sim.is_primary && (
              <Button
                variant="subtle"
                color="red"
                aria-label={t('deactivate.of', { name })}
                onClick={() => onChange('deactivate')}
              >
                {t('deactivate.open')}
              </Button>
            )}
          </>
        ) : (
          <WayOn sim={sim} name={name} />
        )}
      </Group>
    </li>
  );
}
