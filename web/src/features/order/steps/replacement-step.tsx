import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/gen';
import type { CodeSent } from '@/api/gen-session';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSession } from '@/lib/session';
import { useLanguage } from '@/lib/text/use-language';
import type { Wanted } from '../replacement/enter-code';
import OldSimNotice from '../replacement/old-sim-notice';
import type { Request } from '../replacement/request';
import { RequestForm } from '../replacement/request-form';
import { useWizard } from '../shell/wizard-context';

/** Loaded when the code is requested. */
const EnterCode = lazy(() => import('../replacement/enter-code'));
const sending = () => import('../replacement/send-code');

/** The line for a new SIM and the reason; a code confirms the request. */
export default function ReplacementStep() {
  const { t } = useTranslation(['order', 'replacement']);
  const { order } = useWizard();
  const { status, subscribers } = useSession();
  const [wanted, setWanted] = useState<Wanted>();
  const [sent, setSent] = useState<CodeSent>();
  const language = useLanguage();
  const numberOf = ({ subscriptionId, msisdn }: Wanted) =>
    subscribers.find((line) => line.subscription_id === subscriptionId)?.mobile_number ?? msisdn ?? '';
  const ask = useAttempt(async (body: Wanted) => {
    const { sendCode } = await sending();
    setWanted(body);
    setSent(await sendCode(language, numberOf(body), body.idNumber));
  });
  if (status === 'starting') {
    return <Loading lines={3} height={60} />;
  }
  if (wanted && sent) {
    return (
      <Suspense fallback={<Loading lines={3} height={60} />}>
        <EnterCode wanted={wanted} number={numberOf(wanted)} sent={sent} onBack={() => setSent(undefined)} />
      </Suspense>
    );
  }
  const submit = (request: Request, device?: Device) => ask.attempt({ ...request, device });
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.sim-replacement-request.title')}
        lead={t('steps.sim-replacement-request.lead')}
      />
      <div className="stack">
        <OldSimNotice />
        {order.replacement && order.msisdn && <Notice>{t('replacement:known')}</Notice>}
        <RequestForm busy={ask.busy} error={ask.error} onSubmit={submit} />
      </div>
    </>
  );
}
