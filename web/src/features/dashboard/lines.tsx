import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { listAccountLinesOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount, useSession } from '@/lib/session';
import { useLanguage } from '@/lib/text/use-language';
import { LineCard } from './line-card';
import classes from './lines.module.css';

/** The line to show from now on, and the page to open with it. */
interface Choice {
  id: string;
  to?: string;
}

/** Chooses a line; if the customer wants an action, its page opens. */
function useChoice() {
  const navigate = useNavigate();
  return useAttempt(async ({ id, to }: Choice) => {
    await selectAccount(id);
    if (to) {
      await navigate(to);
    } else {
      scrollTo({ top: 0 });
    }
  });
}

/** The list is the same for each chosen line. */
function LineList() {
  const { selected } = useSession();
  const headers = { 'accept-language': useLanguage() };
  const { data, error, isPending, refetch } = useQuery(listAccountLinesOptions({ headers }));
  const choose = useChoice();
  return (
    <>
      {isPending && <Loading lines={2} height={120} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <ErrorNotice error={choose.error} />
      <ul className={classes.lines}>
        {data?.data.map((line) => (
          <LineCard
            key={line.subscription_id}
            line={line}
            shown={line.subscription_id === selected?.subscription_id}
            busy={choose.busy}
            onChoose={(to) => choose.attempt({ id: line.subscription_id, to })}
          />
        ))}
      </ul>
    </>
  );
}

/**
 * All lines of the account, each with its state. Hidden for an account with one line, which the page already
 * shows.
 */
export function Lines() {
  const { t } = useTranslation('dashboard');
  const { subscribers } = useSession();
  if (subscribers.length < 2) {
    return null;
  }
  return (
    <section>
      <h2 className="heading">{t('lines.title')}</h2>
      <LineList />
    </section>
  );
}
