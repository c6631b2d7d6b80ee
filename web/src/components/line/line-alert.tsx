import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Dashboard } from '@/api/gen-session';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useCountdown } from '@/lib/http/use-countdown';
import { longClock } from '@/lib/text/format';
import { useAlertWords } from './use-alert-words';
import type { LineNews } from './use-line-news';

const tones = {
  leaving: 'warning',
  blocked: 'negative',
  suspended: 'warning',
  ending: 'warning',
  bill_overdue: 'warning',
  plan_short: 'warning',
  plan_grace: 'warning',
  plan_expired: 'negative',
  order_address: 'warning',
  order_number: 'warning',
  order_arrived: 'info',
  order_open: 'info',
} as const;

/** The time in which the customer can still keep a line in deactivation. */
function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('dashboard');
  const left = useCountdown(until);
  return (
    <p>
      {t('alert.timeLeft')}{' '}
      <strong role="timer">
        <Ltr>{longClock(left)}</Ltr>
      </strong>
    </p>
  );
}

function Text({ alert }: { alert: LineNews }) {
  const { t } = useTranslation('dashboard');
  switch (alert.what) {
    case 'ending':
      return alert.until ? <TimeLeft until={alert.until} /> : <p>{t('alert.endingNow')}</p>;
    case 'bill_overdue':
      return (
        <p>
          {t('alert.owed')} <Money amount={alert.amount ?? 0} />
        </p>
      );
    case 'leaving':
    case 'blocked':
    case 'suspended':
      return <p>{t(`alert.${alert.what}.text`)}</p>;
    default:
      return null;
  }
}

interface Props {
  alert: LineNews;
  line: Pick<Dashboard['proprties'], 'mobile_number'>;
}

/**
 * The most urgent fact about a line, with the action that resolves it. It is the first element on the pages
 * of the line.
 */
export function LineAlert({ alert, line }: Props) {
  const { t } = useTranslation('dashboard');
  const { what } = alert;
  const { title, path } = useAlertWords(alert, line.mobile_number);
  return (
    <Notice
      tone={tones[what]}
      title={title}
      action={
        path &&
        what !== 'blocked' && (
          <Button component={Link} to={path}>
            {t('isStopped' in alert && alert.isStopped ? 'outlook.restart' : `alert.${what}.do`)}
          </Button>
        )
      }
    >
      <Text alert={alert} />
    </Notice>
  );
}
