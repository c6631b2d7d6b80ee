import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { Subscriber } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount, useSession } from '@/lib/session';
import { returnPath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import choices from './choices.module.css';
import classes from './sign-in.module.css';

function LineText({ line }: { line: Subscriber }) {
  const { t } = useTranslation('registration');
  const { data_sim, subscription_type } = line.properties;
  return (
    <>
      <strong>{line.user.is_main ? t('select.main') : line.nickname}</strong>
      <span>
        <Msisdn value={line.mobile_number} /> ·{' '}
        {t(data_sim ? 'select.dataSim' : `select.${subscription_type}`)}
      </span>
    </>
  );
}

/** After a sign-in with several lines: the choice of a line. */
export function SelectAccountPage() {
  const { t } = useTranslation('registration');
  const { subscribers, selected } = useSession();
  const language = useLanguage();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const choose = useAttempt(async (id: string) => {
    setChosen(id);
    if (id !== selected?.subscription_id) {
      await selectAccount(id);
    }
    await navigate(returnPath(search, language), { replace: true });
  });
  return (
    <div className={`container ${classes.page}`}>
      <section className={classes.panel}>
        <PageHeading takesFocus title={t('select.title')} lead={t('select.lead')} />
        <ul className="plain-list">
          {subscribers.map((line) => (
            <li key={line.subscription_id}>
              <button
                type="button"
                className={choices.choice}
                aria-busy={choose.busy && chosen === line.subscription_id}
                onClick={() => choose.attempt(line.subscription_id)}
              >
                <LineText line={line} />
              </button>
            </li>
          ))}
        </ul>
        <ErrorNotice error={choose.error} />
      </section>
    </div>
  );
}
