import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '@/api/problem';
import { ModalDialog } from '@/components/modal-dialog';
import { PasskeyTrouble } from '@/components/passkey/passkey-trouble';
import { PasswordField } from '@/components/password/password-field';
import { passkeysWork } from '@/lib/passkey/browser';
import { useAddPasskey } from '@/lib/passkey/use-add-passkey';
import classes from '../sessions.module.css';

const asksForPassword = (error: unknown): boolean =>
  problemOf(error)?.messageKey === 'passkey_proof_required';

interface ProofProps {
  busy: boolean;
  error: unknown;
  onPassword: (password: string) => void;
  onClose: () => void;
}

/** Asks for the password again some time after the sign-in. */
function Proof({ busy, error, onPassword, onClose }: ProofProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  const [missing, setMissing] = useState(false);
  const wrong = problemOf(error)?.fields?.password;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('password'));
    setMissing(!typed);
    if (typed) {
      onPassword(typed);
    }
  };
  return (
    <ModalDialog title={t('proof.title')} onClose={onClose}>
      <form noValidate className="stack" onSubmit={submit}>
        <p style={{ margin: 0 }}>{t('proof.text')}</p>
        <PasswordField
          name="password"
          label={t('proof.password')}
          error={missing ? t('common:errors.required') : wrong}
          autoComplete="current-password"
        />
        {!wrong && !asksForPassword(error) && <PasskeyTrouble error={error} />}
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('proof.confirm')}
        </Button>
      </form>
    </ModalDialog>
  );
}

/** Adds a passkey on this device, if its browser supports it. */
export function AddPasskey({ onAdded }: { onAdded: () => unknown }) {
  const { t } = useTranslation('passkeys');
  const [asked, setAsked] = useState(false);
  const add = useAddPasskey(async () => {
    setAsked(false);
    await onAdded();
  });
  const proof = asked || asksForPassword(add.error);
  const close = () => {
    setAsked(false);
    add.clear();
  };
  if (!passkeysWork()) {
    return <p className={classes.dimmed}>{t('list.unsupported')}</p>;
  }
  return (
    <>
      {!proof && <PasskeyTrouble error={add.error} />}
      <Button variant="light" loading={add.busy && !proof} onClick={() => add.attempt(undefined)}>
        {t('list.create')}
      </Button>
      {proof && (
        <Proof
          busy={add.busy}
          error={add.error}
          onPassword={(password) => {
            setAsked(true);
            void add.attempt(password);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
