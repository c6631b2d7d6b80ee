import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { returnLine, type SimInfo, suspendLine } from '@/api/gen-lines';
import { endOtherSessions } from '@/api/gen-session';
import { ModalDialog } from '@/components/modal-dialog';
import { Notice } from '@/components/notice';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { CodeDialog } from './code-dialog';
import { IdentityProof } from './identity-proof';

/** The two actions: the call that sends the code, and the call that takes it. */
const ways = {
  suspend: { source: 'suspend_line', send: suspendLine },
  return: { source: 'return_line', send: returnLine },
} as const;

interface Props {
  what: keyof typeof ways;
  info: SimInfo;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Suspends the line of a lost phone, or restores it: the consequences, the confirmation, a code to another
 * device, the result.
 */
export function LostPhoneDialog({ what, info, onClose, onDone }: Props) {
  const { t } = useTranslation(['sim-information', 'common']);
  const [signOut, setSignOut] = useState(what === 'suspend');
  const [byIdentity, setByIdentity] = useState(false);
  const { source, send } = ways[what];
  const others = useEffectCall((call, _: undefined) => endOtherSessions(call));
  const finish = async () => {
    // A failed sign-out is ignored: the line is suspended, and the list of sign-ins can end the phone's sign-
    // in.
    await (signOut ? others.mutateAsync(undefined).catch(() => undefined) : undefined);
    onDone();
  };
  const change = useEffectCall((call, otp: string) => send({ ...call, body: { otp } }), finish);
  const reachable = info.code_goes_to.length > 0;
  if (byIdentity) {
    return (
      <ModalDialog title={t(`${what}.title`)} onClose={onClose}>
        <IdentityProof change={source} onDone={finish} onClose={onClose} />
      </ModalDialog>
    );
  }
  return (
    <CodeDialog
      title={t(`${what}.title`)}
      number={info.msisdn}
      source={source}
      to={info.code_goes_to}
      onCode={change.mutateAsync}
      onClose={onClose}
      start={(send, busy) => (
        <>
          <p style={{ margin: 0 }}>{t(`${what}.text`)}</p>
          {what === 'suspend' && (
            <Checkbox
              checked={signOut}
              onChange={(event) => setSignOut(event.currentTarget.checked)}
              label={t('suspend.signOut')}
              description={t('suspend.signOutHint')}
            />
          )}
          {reachable ? (
            <Button color={what === 'suspend' ? 'red' : undefined} loading={busy} onClick={send}>
              {t(`${what}.confirm`)}
            </Button>
          ) : (
            <Notice tone="warning">{t('unreachableByCode')}</Notice>
          )}
          <Button variant={reachable ? 'default' : 'filled'} onClick={() => setByIdentity(true)}>
            {t('identity.use')}
          </Button>
        </>
      )}
    />
  );
}
