import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeactivationReason, LineToEnd } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { AccountInfoStep } from './steps/account-info-step';
import { ConfirmInfoStep } from './steps/confirm-info-step';
import { OtpStep } from './steps/otp-step';
import { ReasonStep } from './steps/reason-step';
import { ResultStep } from './steps/result-step';
import { ValidateIdStep } from './steps/validate-id-step';
import { ValidateOtpStep } from './steps/validate-otp-step';

/**
 * The steps of the specification, in order; reason-step includes the choice of the reason (Choose_Reason).
 */
const steps = [
  'account-info',
  'otp-step',
  'validate-id',
  'result',
  'confirm-info',
  'reason-step',
  'validate-otp',
] as const;
type Step = (typeof steps)[number];

interface Props {
  line: LineToEnd;
  /** The line was kept a moment ago. */
  undone: boolean;
  onBegun: () => unknown;
}

/** The steps of a deactivation. A customer who leaves starts again: nothing happens before the last code. */
export function Wizard({ line, undone, onBegun }: Props) {
  const { t } = useTranslation('deactivation');
  const [step, setStep] = useState<Step>('account-info');
  const [reason, setReason] = useState<DeactivationReason>();
  const go = (to: Step) => () => setStep(to);
  const restart = go('account-info');
  return (
    <div className="stack form" data-step={step}>
      {undone && step === 'account-info' && (
        <Notice tone="positive" title={t('undone.title')}>
          {t('undone.text')}
        </Notice>
      )}
      <p className="dimmed small">{t('step', { step: steps.indexOf(step) + 1, of: steps.length })}</p>
      {step === 'account-info' && <AccountInfoStep line={line} onDone={go('otp-step')} />}
      {step === 'otp-step' && <OtpStep number={line.msisdn} onDone={go('validate-id')} onCancel={restart} />}
      {step === 'validate-id' && <ValidateIdStep number={line.msisdn} onDone={go('result')} />}
      {step === 'result' && <ResultStep line={line} onDone={go('confirm-info')} onCancel={restart} />}
      {step === 'confirm-info' && (
        <ConfirmInfoStep line={line} onDone={go('reason-step')} onCancel={restart} />
      )}
      {step === 'reason-step' && (
        <ReasonStep value={reason} onChange={setReason} onDone={go('validate-otp')} onCancel={restart} />
      )}
      {step === 'validate-otp' && reason && (
        <ValidateOtpStep line={line} reason={reason} onDone={onBegun} onCancel={restart} />
      )}
    </div>
  );
}
