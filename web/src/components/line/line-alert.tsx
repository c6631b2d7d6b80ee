import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LineAlert as Alert, Dashboard } from '@/api/gen-session';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useCountdown } from '@/lib/http/use-countdown';
import { useOpenPath } from '@/lib/session/use-open-path';
import { spacedMobile } from '@/lib/text/digits';
import { day, dayAndTime, longClock } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The page that resolves each alert; a move to another operator has its own page. */
const pages = { suspended: 'sim-information', ending: 'deactivateNumber', bill_overdue: 'myBills' };

const tones = {
  leaving: 'warning',
  blocked: 'negative',
  suspended: 'warning',
  ending: 'warning',
  bill_overdue: 'warning',
} as const;

function useWay({ what, reference }: Alert): string | undefined {
  const language = useLanguage();
  const page = useOpenPath(what === 'leaving' || what === 'blocked' ? '' : pages[what]);
  return what === 'leaving' && reference ? `/${language}/leaving/${reference}` : page;
}

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

function Text({ alert }: { alert: Alert }) {
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
    default:
      return <p>{t(`alert.${alert.what}.text`)}</p>;
  }
}

interface Props {
  alert: Alert;
  line: Pick<Dashboard['proprties'], 'mobile_number'>;
}

/**
 * The most urgent fact about a line, with the action that resolves it. It is the first element on the pages
 * of the line.
 */
export function LineAlert({ alert, line }: Props) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const to = useWay(alert);
  const { what, since, until } = alert;
  const facts = {
    number: `\u2066${spacedMobile(line.mobile_number)}\u2069`,
    since: since && (what === 'bill_overdue' ? day(since, language) : dayAndTime(since, language)),
    until: until && dayAndTime(until, language),
  };
  const endable = what !== 'blocked' && !(what === 'ending' && !until);
  return (
    <Notice
      tone={tones[what]}
      title={t(`alert.${what}.title`, facts)}
      action={
        to &&
        endable && (
          <Button component={Link} to={to}>
            {t(`alert.${what}.do`)}
          </Button>
        )
      }
    >
      <Text alert={alert} />
    </Notice>
  );
}
