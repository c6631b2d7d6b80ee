import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type RenameSubscriberData, renameSubscriber, type Subscriber } from '@/api/gen-session';
import { zRenameSubscriberBody } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { nameOfLine } from '@/lib/line-name';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/step-form';
import { tidyText } from '@/lib/tidy-text';
import { useEffectCall } from '@/lib/use-effect-call';

type Name = RenameSubscriberData['body'];

interface Props {
  line: Subscriber;
  onClose: () => void;
  onDone: () => void;
}

/** Another nickname for a sub-account. */
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
    <ModalDialog title={t('renaming.title', { name: nameOfLine(line) })} onClose={onClose}>
      <form noValidate className="stack" onSubmit={form.handleSubmit((body) => rename.mutate(body))}>
        <TextInput
          size="md"
          label={t('renaming.nickname')}
          maxLength={40}
          autoComplete="off"
          error={fieldText(form.formState.errors.nickname, form.getValues('nickname'), {
            required: t('common:errors.required'),
            invalid: t('add.nicknameError'),
          })}
          {...form.register('nickname', { setValueAs: tidyText })}
        />
        <ErrorNotice error={refusal} />
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={rename.isPending}>
          {t('renaming.save')}
        </Button>
      </form>
    </ModalDialog>
  );
}
