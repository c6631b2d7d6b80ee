import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Passkey, type RenamePasskeyData, renamePasskey } from '@/api/gen-session';
import { zRenamePasskeyBody } from '@/api/gen-session/zod.gen';
import { RenameForm } from '@/components/rename-form';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { tidyText } from '@/lib/form/tidy-text';
import { useEffectCall } from '@/lib/session/use-effect-call';

type Name = RenamePasskeyData['body'];

interface Props {
  passkey: Passkey;
  onClose: () => void;
  onDone: () => unknown;
}

/** Renames a passkey, so that its owner knows its device. */
export function RenameDialog({ passkey, onClose, onDone }: Props) {
  const { t } = useTranslation(['passkeys', 'common']);
  const path = { passkeyId: passkey.id };
  const rename = useEffectCall((call, body: Name) => renamePasskey({ ...call, path, body }), onDone);
  const form = useForm<Name>({
    resolver: schemaResolver(zRenamePasskeyBody),
    defaultValues: { name: passkey.name },
  });
  const refusal = useServerRefusal(form, rename.error);
  return (
    <RenameForm
      title={t('renaming.title', { name: passkey.name })}
      field={{
        label: t('renaming.label'),
        error: fieldText(form.formState.errors.name, form.getValues('name'), {
          required: t('common:errors.required'),
          invalid: t('renaming.invalid'),
        }),
        ...form.register('name', { setValueAs: tidyText }),
      }}
      error={refusal}
      busy={rename.isPending}
      save={t('renaming.save')}
      onSubmit={form.handleSubmit((body) => rename.mutate(body))}
      onClose={onClose}
    />
  );
}
