import { useTranslation } from 'react-i18next';
import { type RenameSubscriberData, renameSubscriber, type Subscriber } from '@/api/gen-session';
import { zRenameSubscriberBody } from '@/api/gen-session/zod.gen';
import { RenameForm } from '@/components/rename-form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
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
  const { t } = useTranslation('accounts');
  const path = { subscriptionId: line.subscription_id };
  const rename = useEffectCall((call, body: Name) => renameSubscriber({ ...call, path, body }), onDone);
  const { form, refusal } = useSchemaForm<Name>(zRenameSubscriberBody, {
    defaultValues: { nickname: line.nickname },
    mode: 'onSubmit',
    error: rename.error,
  });
  return (
    <RenameForm
      form={form}
      title={t('renaming.title', { name: nameOfLine(line) })}
      field={{
        label: t('renaming.nickname'),
        name: 'nickname',
        invalid: t('add.nicknameError'),
      }}
      error={refusal}
      busy={rename.isPending}
      save={t('renaming.save')}
      onSubmit={(body) => rename.mutate(body)}
      onClose={onClose}
    />
  );
}
