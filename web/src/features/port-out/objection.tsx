import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Objection } from '@/api/gen-lines';
import { Scene } from '@/brand/scene';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { HelpLink } from '@/components/support/help-link';
import { useLanguage } from '@/lib/text/use-language';

const outcomes = {
  stopped: { title: 'stopped', next: 'stoppedNext', tone: 'positive' },
  stopping: { title: 'stopping', next: 'stoppingNext', tone: 'info' },
  'with-support': { title: 'late', next: 'lateNext', tone: 'warning' },
} as const;

/** The fate of the number: it stays, it is being stopped, or support takes over. */
export function Outcome({ answer }: { answer: Objection }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const { title, next, tone } = outcomes[answer.outcome];
  return (
    <>
      {answer.outcome === 'stopped' && <Scene of="success" />}
      <PageHeading takesFocus title={t(title)} lead={answer.message} />
      <div className="stack form">
        <Notice tone={tone} title={t('reference', { number: `\u2066${answer.reference}\u2069` })}>
          {t(next)} {answer.outcome === 'with-support' && <HelpLink order={answer.reference} />}
        </Notice>
        {answer.outcome === 'stopped' && (
          <SecondaryLink to={`/${language}/change-password`}>{t('changePassword')}</SecondaryLink>
        )}
      </div>
    </>
  );
}

interface Props {
  /** The move can no longer simply be stopped. */
  moving?: boolean;
  error: unknown;
  isPending: boolean;
  onStop: () => void;
}

/** "This was not me", with its consequences. */
export function StopMove({ moving = false, error, isPending, onStop }: Props) {
  const { t } = useTranslation('port-out');
  return (
    <div className="stack form">
      <Notice tone="warning">
        {t(moving ? 'consequenceMoving' : 'consequence')} {moving && <HelpLink />}
      </Notice>
      <ErrorNotice error={error} />
      <Button color="red" size="lg" className="primary-action" loading={isPending} onClick={onStop}>
        {t(moving ? 'report' : 'stop')}
      </Button>
      {!moving && <p style={{ margin: 0 }}>{t('itWasMe')}</p>}
    </div>
  );
}
