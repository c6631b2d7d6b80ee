import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPasskeys } from '@/api/gen-session';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PasskeyTrouble } from '@/components/passkey/passkey-trouble';
import { useAddPasskey } from '@/lib/passkey/use-add-passkey';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import classes from '../sign-in.module.css';
import { rememberAsked, wasAsked } from './asked-once';

type Stage = 'wondering' | 'offered' | 'made' | 'over';

/**
 * Decides whether to offer a passkey: once for each account in each browser, and only without a passkey. If
 * the call fails, there is no offer.
 */
function useStage() {
  const { status, user } = useSession();
  const { headers } = useLineCall();
  const [stage, setStage] = useState<Stage>('wondering');
  const account = status === 'signed-in' ? user?.email || user?.mobile_number : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, of who has just signed in
  useEffect(() => {
    const wonder = async (): Promise<Stage> => {
      if (!account || (await wasAsked(account))) {
        return 'over';
      }
      const { data } = await listPasskeys({ headers, throwOnError: true });
      if (data.data.length > 0) {
        return 'over';
      }
      await rememberAsked(account);
      return 'offered';
    };
    wonder().then(setStage, () => setStage('over'));
  }, []);
  return [stage, setStage] as const;
}

/**
 * Offers a passkey after a sign-in with a password. A customer who declines continues and is not asked again.
 */
export default function PasskeyOffer({ onward }: { onward: ReactNode }) {
  const { t } = useTranslation('passkeys');
  const [stage, setStage] = useStage();
  const add = useAddPasskey(() => setStage('made'));
  if (stage === 'over') {
    return onward;
  }
  const title = stage === 'made' ? t('offer.doneTitle') : t('offer.title');
  return (
    <div className={`container ${classes.page}`}>
      <section className={classes.panel}>
        {stage === 'wondering' && <Loading lines={3} />}
        {stage !== 'wondering' && (
          <div className="stack">
            <PageHeading
              takesFocus
              key={title}
              title={title}
              lead={stage === 'made' ? t('offer.doneLead') : t('offer.lead')}
            />
            {stage === 'offered' && (
              <>
                <p className={classes.other}>{t('offer.stays')}</p>
                <PasskeyTrouble error={add.error} />
                <Button size="lg" loading={add.busy} onClick={() => add.attempt(undefined)}>
                  {t('offer.create')}
                </Button>
              </>
            )}
            <Button
              size="lg"
              variant={stage === 'made' ? 'filled' : 'default'}
              onClick={() => setStage('over')}
            >
              {t(stage === 'made' ? 'offer.goOn' : 'offer.later')}
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}
