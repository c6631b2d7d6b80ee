import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeSent, type OtpSource, requestOtp } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Ltr } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import { OneTimeCode } from '@/components/one-time-code';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';

interface Props {
  title: string;
  number: string;
  source: OtpSource;
  /** The recipients of the code, masked. */
  to: string[];
  /** The content before the code is sent. */
  start: (send: () => void, busy: boolean) => ReactNode;
  onCode: (code: string) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog for an action with a code that is not sent to the line itself. */
export function CodeDialog({ title, number, source, to, start, onCode, onClose }: Props) {
  const { t } = useTranslation('common');
  const { headers } = useLineCall();
  const [sent, setSent] = useState<CodeSent>();
  const sendCode = async () => {
    const otp = { mobile_number: number, source };
    const versioned = { ...headers, 'X-Api-Version': 'v3' as const };
    return (await requestOtp({ headers: versioned, body: { otp }, throwOnError: true })).data.data;
  };
  const ask = useAttempt(async () => setSent(await sendCode()));
  return (
    <ModalDialog title={title} onClose={onClose}>
      {sent ? (
        <OneTimeCode
          sent={sent}
          to={to.map((address, at) => (
            <span key={address}>
              {at > 0 && ' · '}
              <Ltr>{address}</Ltr>
            </span>
          ))}
          onCode={onCode}
          onResend={sendCode}
          onCancel={onClose}
        />
      ) : (
        <div className="stack">
          {start(() => void ask.attempt(), ask.busy)}
          <ErrorNotice error={ask.error} />
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
        </div>
      )}
    </ModalDialog>
  );
}
