import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GetReferralAnswer } from '@/api/gen-session';
import { getReferralOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { CopyButton } from '@/components/copy-button';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { useLineCall } from '@/lib/session/use-line-call';
import { riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './referral.module.css';

type Referral = GetReferralAnswer['data'];

/** The code with the link to share, and the results of the invitations. */
function Mine({ code, friends, earned }: Referral) {
  const { t } = useTranslation('referral');
  const language = useLanguage();
  const link = `${location.origin}/${language}/order-sim?ref=${code}`;
  return (
    <>
      <section className="card stack tight start" aria-labelledby="refer-code">
        <h2 id="refer-code" className={classes.label}>
          {t('code')}
        </h2>
        <Ltr className={classes.value}>{code}</Ltr>
        <Ltr className={classes.link}>{link}</Ltr>
        <div className="button-row">
          <CopyButton text={link} label={t('copyLink')} done={t('linkCopied')} />
          <CopyButton text={code} label={t('copyCode')} />
        </div>
      </section>
      <dl className={`card row ${classes.figures}`}>
        <div>
          <dt>{t('friends')}</dt>
          <dd>{friends}</dd>
        </div>
        <div>
          <dt>{t('earned')}</dt>
          <dd>
            <Money amount={earned} />
          </dd>
        </div>
      </dl>
      <p className="dimmed">{t('rule')}</p>
    </>
  );
}

/** The invitation code, and the results of invitations. */
export function ReferralPage() {
  const { t } = useTranslation('referral');
  const { data, error, isPending, refetch } = useQuery(getReferralOptions(useLineCall()));
  const referral = data?.data;
  return (
    <>
      <PageHeading
        takesFocus
        title={t('title')}
        lead={referral && t('lead', { amount: riyals(referral.reward) })}
      />
      <div className="stack">
        {isPending && <Loading lines={2} height={120} />}
        {!referral && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {referral && <Mine {...referral} />}
      </div>
    </>
  );
}
