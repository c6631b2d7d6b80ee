import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RequestReplacementData, requestReplacement } from '@/api/gen';
import type { CodeSent } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, stepPath } from '../model/order-steps';
import { useStepAction, useWizard } from '../shell/wizard-context';
import { sendCode } from './send-code';

type Body = RequestReplacementData['body'];
export type Wanted = Omit<Body, 'otp'>;

interface EnterCodeProps {
  wanted: Wanted;
  number: string;
  sent: CodeSent;
  onBack: () => void;
}

/** Takes the code that proves the requester holds the line or its e-mail address. */
export default function EnterCode({ wanted, number, sent, onBack }: EnterCodeProps) {
  const { t } = useTranslation('replacement');
  const { order } = useWizard();
  const language = useLanguage();
  const navigate = useNavigate();
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
          onResend={() => sendCode(language, number, wanted.idNumber)}
          onCancel={onBack}
          changes="mobile"
        />
      </div>
    </>
  );
}
