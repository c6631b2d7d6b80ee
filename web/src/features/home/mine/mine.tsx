import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { ServerState } from '@/lib/http/query-client';
import { startAgain, useSession } from '@/lib/session';
import { firstNameOf } from '@/lib/session/name-of-user';
import { useLanguage } from '@/lib/text/use-language';
import { OtherWays } from '../other-ways';
import classes from './mine.module.css';
import { MyAlert } from './my-alert';
import { MyBalance } from './my-balance';
import { MyOrders } from './my-orders';
import { MyPlan } from './my-plan';

/** The cards of the session. Each part loads separately, so that each can appear without the others. */
function Cards() {
  const { status, error } = useSession();
  if (status === 'failed') {
    return <ErrorNotice error={error} onRetry={startAgain} />;
  }
  if (status !== 'signed-in') {
    return <Loading lines={3} height={160} />;
  }
  return (
    <>
      <MyAlert />
      <div className={classes.line}>
        <MyBalance />
        <MyPlan />
      </div>
      <MyOrders />
    </>
  );
}

/** The start of the first page for a signed-in customer: a greeting, the chosen line, open orders. */
export default function Mine() {
  const { t } = useTranslation(['dashboard', 'home']);
  const { status, user, selected } = useSession();
  const language = useLanguage();
  const name = firstNameOf(user, language);
  return (
    <ServerState>
      <section className={classes.mine}>
        <PageHeading
          title={name ? t('title', { name }) : t('first.hello')}
          lead={
            selected ? (
              <span className={classes.of}>
                {selected.nickname && <bdi>{selected.nickname}</bdi>}
                <Msisdn value={selected.mobile_number} />
              </span>
            ) : (
              status === 'starting' && '\u00a0'
            )
          }
        />
        <div className={classes.cards}>
          <Cards />
        </div>
        <div className={classes.more}>
          <SecondaryLink to={`/${language}/order-sim`}>{t('home:cta')}</SecondaryLink>
          <Link to={`/${language}/sim-activation`}>{t('home:activate')}</Link>
        </div>
        <OtherWays />
      </section>
    </ServerState>
  );
}
