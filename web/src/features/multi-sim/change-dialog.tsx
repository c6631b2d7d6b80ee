import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deactivateSim, type LineSim, switchPrimarySim } from '@/api/gen-lines';
import { type CodeSent, requestOtp } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import { OneTimeCode } from '@/components/one-time-code';
import { useAttempt } from '@/lib/form/use-attempt';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { useSimName } from './use-sim-name';

/** The changes that need a code: the call that sends the code, and the call that takes it. */
const changes = {
  primary: { source: 'switch_primary', send: switchPrimarySim },
  deactivate: { source: 'deactivate_sim', send: deactivateSim },
} as const;

interface Props {
  what: keyof typeof changes;
  sim: LineSim;
  /** The line's number, which receives the code. */
  number: string;
  onClose: () => void;
  onDone: () => void;
}

/** A change of a SIM: its consequences, the confirmation, the code, the result. */
export function ChangeDialog({ what, sim, number, onClose, onDone }: Props) {
  const { t } = useTranslation(['multi-sim', 'common']);
  const name = useSimName()(sim);
  const [sent, setSent] = useState<CodeSent>();
  const { source, send } = changes[what];
  const { headers } = useLineCall();
  const sendCode = async () => {
    const otp = { mobile_number: number, source };
    const versioned = { ...headers, 'X-Api-Version': 'v3' as const };
    return (await requestOtp({ headers: versioned, body: { otp }, throwOnError: true })).data.data;
  };
  const ask = useAttempt(async () => setSent(await sendCode()));
  const change = useEffectCall(
    (call, otp: string) =>
      send({
        ...call,
        headers: { ...call.headers, 'X-Api-Version': 'v3' },
        body: { sim_id: sim.id, otp },
      }),
    onDone,
  );
  return (
    <ModalDialog title={t(`${what}.title`, { name })} onClose={onClose}>
      {sent ? (
        <OneTimeCode
          sent={sent}
          to={<Msisdn value={number} />}
          onCode={change.mutateAsync}
          onResend={sendCode}
          onCancel={onClose}
        />
      ) : (
        <div className="stack">
          <p style={{ margin: 0 }}>{t(`${what}.text`)}</p>
          <ErrorNotice error={ask.error} />
          <Button
            color={what === 'deactivate' ? 'red' : undefined}
            loading={ask.busy}
            onClick={() => ask.attempt()}
          >
            {t(`${what}.confirm`)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
        </div>
      )}
    </ModalDialog>
  );
}
