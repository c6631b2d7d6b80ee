import { useTranslation } from 'react-i18next';
import { type LineSim, type RenameSimData, renameSim } from '@/api/gen-lines';
import { zRenameSimBody } from '@/api/gen-lines/zod.gen';
import { RenameForm } from '@/components/rename-form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useSimName } from './use-sim-name';

type Name = RenameSimData['body'];

interface Props {
  sim: LineSim;
  onClose: () => void;
  onDone: () => void;
}

/** Renames a SIM of the line. */
export function RenameDialog({ sim, onClose, onDone }: Props) {
  const { t } = useTranslation('multi-sim');
  const name = useSimName()(sim);
  const rename = useEffectCall(
    ({ headers, ...call }, body: Name) =>
      renameSim({ ...call, headers: { ...headers, 'X-Api-Version': 'v3' }, body }),
    onDone,
  );
  const { form, refusal } = useSchemaForm<Name>(zRenameSimBody, {
    defaultValues: { sim_id: sim.id, name: sim.name },
    mode: 'onSubmit',
    error: rename.error,
  });
  return (
    <RenameForm
      form={form}
      title={t('renaming.title', { name })}
      field={{
        label: t('name'),
        description: t('nameHint'),
        name: 'name',
        invalid: t('nameError'),
      }}
      error={refusal}
      busy={rename.isPending}
      save={t('renaming.save')}
      onSubmit={(body) => rename.mutate(body)}
      onClose={onClose}
    />
  );
}
