import { useTranslation } from 'react-i18next';
import { type Passkey, type RenamePasskeyData, renamePasskey } from '@/api/gen-session';
import { zRenamePasskeyBody } from '@/api/gen-session/zod.gen';
import { RenameForm } from '@/components/rename-form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useEffectCall } from '@/lib/session/use-effect-call';

type Name = RenamePasskeyData['body'];

interface Props {
  passkey: Passkey;
  onClose: () => void;
  onDone: () => unknown;
}

/** Renames a passkey, so that its owner knows its device. */
export function RenameDialog({ passkey, onClose, onDone }: Props) {
  const { t } = useTranslation('passkeys');
  const path = { passkeyId: passkey.id };
  const rename = useEffectCall((call, body: Name) => renamePasskey({ ...call, path, body }), onDone);
  const { form, refusal } = useSchemaForm<Name>(zRenamePasskeyBody, {
    defaultValues: { name: passkey.name },
    mode: 'onSubmit',
    error: rename.error,
  });
  return (
    <RenameForm
      form={form}
      title={t('renaming.title', { name: passkey.name })}
      field={{
        label: t('renaming.label'),
        name: 'name',
        invalid: t('renaming.invalid'),
      }}
      error={refusal}
      busy={rename.isPending}
      save={t('renaming.save')}
      onSubmit={(body) => rename.mutate(body)}
      onClose={onClose}
    />
  );
}
