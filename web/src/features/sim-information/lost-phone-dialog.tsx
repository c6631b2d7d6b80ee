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

/** The two ways: what sends the code, and what takes it. */
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

/** Suspends a line whose phone is lost, or brings it back: what follows, a yes, the code from elsewhere, done. */
export function LostPhoneDialog({ what, info, onClose, onDone }: Props) {
  const { t } = useTranslation(['sim-information', 'common']);
  const [signOut, setSignOut] = useState(what === 'suspend');
  const [byIdentity, setByIdentity] = useState(false);
  const { source, send } = ways[what];
  const others = useEffectCall((call, _: undefined) => endOtherSessions(call));
  const finish = async () => {
    // The line is off already: who is still signed in on the phone can be ended in the list of sign-ins, too.
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
