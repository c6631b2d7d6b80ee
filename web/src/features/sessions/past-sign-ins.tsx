import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useTranslation } from 'react-i18next';
import type { SignInAttempt } from '@/api/gen-session';
import { listSignInsOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { useLineCall } from '@/lib/session/use-line-call';
import classes from './sessions.module.css';
import { useSessionWords } from './words';

function Attempt({ attempt }: { attempt: SignInAttempt }) {
  const { t } = useTranslation('sessions');
  const words = useSessionWords();
  const Icon = attempt.succeeded ? CircleCheck : CircleAlert;
  return (
    <li className={classes.attempt}>
      <p className={classes.outcome} data-failed={!attempt.succeeded || undefined}>
        <Icon size={16} aria-hidden />
        {t(attempt.succeeded ? 'past.succeeded' : 'past.failed')} {t(`way.${attempt.provider}`)}
      </p>
      <p className="dimmed small">{words.moment(attempt.at)}</p>
      <p className="dimmed small">
        <bdi>{words.device(attempt)}</bdi>
        {attempt.network && (
          <>
            {' · '}
            <Ltr>{attempt.network}</Ltr>
          </>
        )}
      </p>
    </li>
  );
}

/** The last sign-ins, and the failed ones, which may have come from another person. */
export function PastSignIns() {
  const { t } = useTranslation('sessions');
  const { data, error, isPending, refetch } = useQuery(listSignInsOptions(useLineCall()));
  return (
    <section className="card">
      <h2 className="heading">{t('past.title')}</h2>
      {isPending && <Loading lines={3} height={48} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data?.data.length === 0 && <p className="dimmed small">{t('past.empty')}</p>}
      <Stack component="ul">
        {data?.data.map((attempt) => (
          <Attempt key={`${attempt.at} ${attempt.succeeded}`} attempt={attempt} />
        ))}
      </Stack>
    </section>
  );
}
