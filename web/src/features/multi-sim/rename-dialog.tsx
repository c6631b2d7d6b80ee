import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type LineSim, type RenameSimData, renameSim } from '@/api/gen-lines';
import { zRenameSimBody } from '@/api/gen-lines/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { ModalDialog } from '@/components/modal-dialog';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/step-form';
import { tidyText } from '@/lib/tidy-text';
import { useEffectCall } from '@/lib/use-effect-call';
import { useSimName } from './use-sim-name';

type Name = RenameSimData['body'];

interface Props {
  sim: LineSim;
  onClose: () => void;
  onDone: () => void;
}

/** Another name for one of the line's SIMs. */
export function RenameDialog({ sim, onClose, onDone }: Props) {
  const { t } = useTranslation(['multisim', 'common']);
  const name = useSimName()(sim);
  const rename = useEffectCall(
    ({ headers, ...call }, body: Name) =>
      renameSim({ ...call, headers: { ...headers, 'X-Api-Version': 'v3' }, body }),
    onDone,
  );
  const form = useForm<Name>({
    resolver: schemaResolver(zRenameSimBody),
    defaultValues: { sim_id: sim.id, name: sim.name },
  });
  const refusal = useServerRefusal(form, rename.error);
  return (
    <ModalDialog title={t('renaming.title', { name })} onClose={onClose}>
      <form noValidate className="stack" onSubmit={form.handleSubmit((body) => rename.mutate(body))}>
        <TextInput
          size="md"
          label={t('name')}
          description={t('nameHint')}
          maxLength={40}
          autoComplete="off"
          error={fieldText(form.formState.errors.name, form.getValues('name'), {
            required: t('common:errors.required'),
            invalid: t('nameError'),
          })}
          {...form.register('name', { setValueAs: tidyText })}
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
