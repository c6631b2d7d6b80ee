import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DeactivationReason, deactivateNumber, type LineToEnd } from '@/api/gen-lines';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { OneTimeCode } from '@/components/one-time-code';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { StepHeading } from './step-heading';
import { useCode } from './use-code';

interface Props {
  line: LineToEnd;
  reason: DeactivationReason;
  onDone: () => unknown;
  onCancel: () => void;
}

/** validate-otp: the second code, which starts the deactivation. */
export function ValidateOtpStep({ line, reason, onDone, onCancel }: Props) {
  const { t } = useTranslation('deactivation');
  const { sent, send, ask } = useCode(line.msisdn, 'confirm_deactivation');
  const end = useEffectCall(
    (call, otp: string) =>
      deactivateNumber({ ...call, body: { reasonKey: reason, otp, leavingCost: line.leaving.cost } }),
    onDone,
  );
  return (
    <>
      <StepHeading title={t('validateOtp.title')}>{t('validateOtp.text')}</StepHeading>
      {sent ? (
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={line.msisdn} />}
          onCode={end.mutateAsync}
          onResend={send}
          onCancel={onCancel}
        />
      ) : (
        <>
          <Notice tone="warning">{t('validateOtp.last')}</Notice>
          <ErrorNotice error={ask.error} />
          <Button
            color="red"
            size="lg"
            className="primary-action"
            loading={ask.busy}
            onClick={() => ask.attempt()}
          >
            {t('validateOtp.send')}
          </Button>
          <Button variant="default" className="primary-action" onClick={onCancel}>
            {t('keep')}
          </Button>
        </>
      )}
    </>
  );
}
