import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent, OpenForCallerData } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { OneTimeCode } from '@/components/one-time-code';
import { useAttempt } from '@/lib/form/use-attempt';
import { NewOrderForm } from './new-order-form';
import { type About, useCaller } from './use-caller';

type Start = OpenForCallerData['body']['start'];

interface Wanted {
  about: About;
  start?: Start;
}

interface Props {
  /** The order that the caller calls about; without it a new order begins. */
  orderId?: string;
  onClose: () => void;
}

interface Asks {
  orderId: string;
  onSend: (wanted: Wanted) => Promise<void>;
}

/** Shows the recipient of the code, which the order decides, never the caller. */
function WhereTo({ orderId, onSend }: Asks) {
  const { t } = useTranslation('console');
  const send = useAttempt((by: 'mobile' | 'email') => onSend({ about: { orderId, by } }));
  return (
    <>
      <Button loading={send.busy} onClick={() => void send.attempt('mobile')}>
        {t('caller.byMobile')}
      </Button>
      <Button variant="default" disabled={send.busy} onClick={() => void send.attempt('email')}>
        {t('caller.byEmail')}
      </Button>
      <ErrorNotice error={send.error} />
    </>
  );
}

/** The caller confirms with a code that the agent may work on the order. */
export function CallerDialog({ orderId, onClose }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const { send, open } = useCaller();
  const [asked, setAsked] = useState<Wanted & { sent: CodeSent }>();
  const ask = async (wanted: Wanted) => setAsked({ ...wanted, sent: await send(wanted.about) });
  return (
    <ModalDialog title={t(orderId ? 'caller.title' : 'caller.newTitle')} onClose={onClose}>
      <div className="stack">
        <p>{t(asked ? 'caller.readOut' : 'caller.lead')}</p>
        {asked && (
          <OneTimeCode
            sent={asked.sent}
            to={null}
            onCode={(otp) => {
              const { mobile } = asked.about;
              return open({
                otp,
                ...(orderId
                  ? { orderId }
                  : { ...(mobile && { mobile }), ...(asked.start && { start: asked.start }) }),
              });
            }}
            onResend={() => send(asked.about)}
            onCancel={() => setAsked(undefined)}
          />
        )}
        {!asked && (orderId ? <WhereTo orderId={orderId} onSend={ask} /> : <NewOrderForm onSend={ask} />)}
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </div>
    </ModalDialog>
  );
}
