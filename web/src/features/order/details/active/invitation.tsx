import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getReferralOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { CopyButton } from '@/components/copy-button';
import { useLineCall } from '@/lib/session/use-line-call';
import { riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './active-line.module.css';

/** The invitation link of the customer's line. An operator without rewards has none. */
export function Invitation() {
  const { t } = useTranslation('active-line');
  const language = useLanguage();
  const { data } = useQuery(getReferralOptions(useLineCall()));
  const referral = data?.data;
  if (!referral?.reward) {
    return null;
  }
  const link = `${location.origin}/${language}/order-sim?ref=${referral.code}`;
  return (
    <section className={`card ${classes.account}`} aria-labelledby="invitation">
      <h2 id="invitation" className={classes.title}>
        {t('invite.title')}
      </h2>
      <p>{t('invite.text', { amount: riyals(referral.reward) })}</p>
      <div className={classes.actions}>
        <CopyButton text={link} label={t('invite.copy')} />
      </div>
    </section>
  );
}
