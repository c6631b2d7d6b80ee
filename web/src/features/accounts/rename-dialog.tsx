import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type RenameSubscriberData, renameSubscriber, type Subscriber } from '@/api/gen-session';
import { zRenameSubscriberBody } from '@/api/gen-session/zod.gen';
import { RenameForm } from '@/components/rename-form';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { tidyText } from '@/lib/form/tidy-text';
import { nameOfLine } from '@/lib/session/line-name';
import { useEffectCall } from '@/lib/session/use-effect-call';

type Name = RenameSubscriberData['body'];

interface Props {
  line: Subscriber;
  onClose: () => void;
  onDone: () => void;
}

/** Changes the nickname of a sub-account. */
export function RenameDialog({ line, onClose, onDone }: Props) {
  const { t } = useTranslation(['accounts', 'common']);
  const path = { subscriptionId: line.subscription_id };
  const rename = useEffectCall((call, body: Name) => renameSubscriber({ ...call, path, body }), onDone);
  const form = useForm<Name>({
    resolver: schemaResolver(zRenameSubscriberBody),
    defaultValues: { nickname: line.nickname },
  });
  const refusal = useServerRefusal(form, rename.error);
  return (
    <RenameForm
      title={t('renaming.title', { name: nameOfLine(line) })}
      field={{
        label: t('renaming.nickname'),

        error: fieldText(form.formState.errors.nickname, form.getValues('nickname'), {
          required: t('common:errors.required'),
          invalid: t('add.nicknameError'),
        }),
        ...form.register('nickname', { setValueAs: tidyText }),
      }}
      error={refusal}
      busy={rename.isPending}
      save={t('renaming.save')}
      onSubmit={form.handleSubmit((body) => rename.mutate(body))}
      onClose={onClose}
    />
  );
}
