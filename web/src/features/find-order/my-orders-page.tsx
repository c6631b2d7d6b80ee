import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { startAgain, useSession } from '@/lib/session';
import { useLanguage } from '@/lib/text/use-language';
import { AccountOrders } from './account-orders';
import { BrowserOrders } from './browser-orders';
import classes from './orders.module.css';

function Elsewhere({ guest }: { guest: boolean }) {
  const { t } = useTranslation('find-order');
  const language = useLanguage();
  return (
    <section className={classes.elsewhere}>
      <p>{t('mine.findText')}</p>
      <SecondaryLink to={`/${language}/find-order`}>{t('mine.find')}</SecondaryLink>
      {guest && <SecondaryLink to={`/${language}/login`}>{t('mine.signIn')}</SecondaryLink>}
    </section>
  );
}

/** The orders of the account or, for a guest, of this browser. */
export function MyOrdersPage() {
  const { t } = useTranslation('find-order');
  const { status, error } = useSession();
  const guest = status === 'guest';
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('mine.title')} lead={t(guest ? 'mine.guestLead' : 'mine.lead')} />
      {status === 'starting' && <Loading lines={3} height={96} />}
      {status === 'failed' && <ErrorNotice error={error} onRetry={() => void startAgain()} />}
      {status === 'signed-in' && <AccountOrders />}
      {(guest || status === 'staff') && <BrowserOrders />}
      {status !== 'starting' && <Elsewhere guest={guest} />}
    </div>
  );
}
