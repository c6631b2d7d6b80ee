import { useTranslation } from 'react-i18next';
import { validateOtp } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { useLineCall } from '@/lib/session/use-line-call';
import { StepHeading } from './step-heading';
import { useCode } from './use-code';
import { WaysOn } from './ways-on';

interface Props {
  number: string;
  onDone: () => void;
  onCancel: () => void;
}

/** otp-step: the first code proves that the owner holds the line. */
export function OtpStep({ number, onDone, onCancel }: Props) {
  const { t } = useTranslation('deactivation');
  const { headers } = useLineCall();
  const { sent, send, ask } = useCode(number, 'deactivate_number');
  const check = async (otp: string) => {
    await validateOtp({
      headers,
      body: { otp: { mobile_number: number, source: 'deactivate_number', otp } },
      throwOnError: true,
    });
    onDone();
  };
  return (
    <>
      <StepHeading title={t('otpStep.title')}>{t('otpStep.text')}</StepHeading>
      {sent ? (
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={number} />}
          onCode={check}
          onResend={send}
          onCancel={onCancel}
        />
      ) : (
        <>
          <ErrorNotice error={ask.error} />
          <WaysOn next={t('otpStep.send')} busy={ask.busy} onNext={() => ask.attempt()} onCancel={onCancel} />
        </>
      )}
    </>
  );
}
