import { useTranslation } from 'react-i18next';
import type { CustomerLine } from '@/api/gen-support';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { Stack } from '@/components/ui/layout';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './customer.module.css';

const states = ['active', 'suspended', 'blocked', 'ended'] as const;

/**
 * The page shows a status of the server that it does not know unchanged, because hiding it would be worse.
 */
function LineStatus({ status }: { status: string }) {
  const { t } = useTranslation('console');
  const known = states.find((state) => state === status);
  return known ? t(`customer.status.${known}`) : status;
}

function Plan({ of: { plan, planStage, planUntil } }: { of: CustomerLine }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  if (!plan) {
    return <span className="dimmed">{t('customer.noPlan')}</span>;
  }
  return (
    <>
      {plan}
      <p className="dimmed">
        {planStage && t(`customer.planStage.${planStage}`)}
        {planUntil && (
          <>
            {' '}
            {t('customer.until')} <time dateTime={planUntil}>{day(planUntil, language)}</time>
          </>
        )}
      </p>
    </>
  );
}

function Amount({ of: { balance, owed } }: { of: CustomerLine }) {
  const { t } = useTranslation('console');
  return (
    <>
      {balance !== undefined && (
        <>
          {t('customer.balance')} <Money amount={balance} />
        </>
      )}
      {owed !== undefined && (
        <>
          {t('customer.owed')} <Money amount={owed} />
        </>
      )}
    </>
  );
}

/** Each line with its plan, its balance and its open work. */
export function Lines({ lines }: { lines: readonly CustomerLine[] }) {
  const { t } = useTranslation('console');
  return (
    <section className="card stack" aria-labelledby="lines">
      <h2 id="lines">{t('customer.lines')}</h2>
      {lines.length === 0 && <p className="dimmed">{t('customer.noLines')}</p>}
      <Stack component="ul" gap="sm">
        {lines.map((line) => (
          <li key={line.id} className={classes.line}>
            <p>
              <Msisdn value={line.msisdn} className="strong" />{' '}
              <span className="dimmed">
                {t(`customer.type.${line.type}`)}
                {line.kind === 'data' && ` · ${t('customer.data')}`}
                {line.main && ` · ${t('customer.main')}`}
              </span>
            </p>
            <p>
              <LineStatus status={line.status} />
            </p>
            <div>
              <Plan of={line} />
            </div>
            <p>
              <Amount of={line} />
            </p>
          </li>
        ))}
      </Stack>
    </section>
  );
}
