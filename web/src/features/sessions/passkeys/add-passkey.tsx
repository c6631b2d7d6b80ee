import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zTypedPassword } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { Form } from '@/components/form/form';
import { PasswordField } from '@/components/form/password-field';
import { ModalDialog } from '@/components/modal-dialog';
import { PasskeyTrouble } from '@/components/passkey/passkey-trouble';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { passkeysWork } from '@/lib/passkey/browser';
import { useAddPasskey } from '@/lib/passkey/use-add-passkey';

const asksForPassword = (error: unknown): boolean =>
  problemOf(error)?.messageKey === 'passkey_proof_required';

const proofSchema = z.object({ password: zTypedPassword });

interface ProofProps {
  busy: boolean;
  error: unknown;
  onPassword: (password: string) => void;
  onClose: () => void;
}

/** Asks for the password again some time after the sign-in. */
function Proof({ busy, error, onPassword, onClose }: ProofProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  const { form, refusal } = useSchemaForm<z.infer<typeof proofSchema>>(proofSchema, {
    defaultValues: { password: '' },
    mode: 'onSubmit',
    error,
  });
  return (
    <ModalDialog title={t('proof.title')} onClose={onClose}>
      <Form form={form} className="stack" onSubmit={({ password }) => onPassword(password)}>
        <p style={{ margin: 0 }}>{t('proof.text')}</p>
        <PasswordField
          form={form}
          name="password"
          label={t('proof.password')}
          autoComplete="current-password"
        />
        {!asksForPassword(error) && <PasskeyTrouble error={refusal} />}
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('proof.confirm')}
        </Button>
      </Form>
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
    return <p className="dimmed small">{t('list.unsupported')}</p>;
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
