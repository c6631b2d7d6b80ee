import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Device, type RequestReplacementData, requestReplacement } from '@/api/gen';
import type { CodeSent } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { currentStep, stepPath } from '@/lib/order-steps';
import { useSession } from '@/lib/session';
import { useAttempt } from '@/lib/use-attempt';
import { useLanguage } from '@/lib/use-language';
import OldSimNotice from '../replacement/old-sim-notice';
import type { Request } from '../replacement/request';
import { RequestForm } from '../replacement/request-form';
import { useReplacementCode } from '../replacement/use-replacement-code';
import { useStepAction, useWizard } from '../wizard-context';

type Body = RequestReplacementData['body'];
type Wanted = Omit<Body, 'otp'>;

interface EnterCodeProps {
  wanted: Wanted;
  number: string;
  sent: CodeSent;
  onBack: () => void;
}

/** The code proves that the request comes from whoever holds the line or its e-mail. */
function EnterCode({ wanted, number, sent, onBack }: EnterCodeProps) {
  const { t } = useTranslation('replacement');
  const { order } = useWizard();
  const language = useLanguage();
  const navigate = useNavigate();
  const sendCode = useReplacementCode();
  const request = useStepAction((call, body: Body) => requestReplacement({ ...call, body }));
  const submit = async (otp: string) => {
    const answer = await request.mutateAsync({ ...wanted, otp });
    await navigate(stepPath(language, currentStep(answer), order.id));
  };
  return (
    <>
      <PageHeading title={t('codeTitle')} lead={t('codeLead')} />
      <div className="form">
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={number} />}
          onCode={submit}
          onResend={() => sendCode(number, wanted.idNumber)}
          onCancel={onBack}
        />
      </div>
    </>
  );
}

/** Which line gets a new SIM and why; asked once more under a code. */
export default function ReplacementStep() {
  const { t } = useTranslation(['order', 'replacement']);
  const { order } = useWizard();
  const { status, subscribers } = useSession();
  const [wanted, setWanted] = useState<Wanted>();
  const [sent, setSent] = useState<CodeSent>();
  const sendCode = useReplacementCode();
  const numberOf = ({ subscriptionId, msisdn }: Wanted) =>
    subscribers.find((line) => line.subscription_id === subscriptionId)?.mobile_number ?? msisdn ?? '';
  const ask = useAttempt(async (body: Wanted) => {
    setWanted(body);
    setSent(await sendCode(numberOf(body), body.idNumber));
  });
  if (status === 'starting') {
    return null;
  }
  if (wanted && sent) {
    return (
      <EnterCode wanted={wanted} number={numberOf(wanted)} sent={sent} onBack={() => setSent(undefined)} />
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
