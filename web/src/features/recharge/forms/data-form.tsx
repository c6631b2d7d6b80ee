import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { DataPack } from '@/api/gen-purchases';
import { zStartPurchaseBody } from '@/api/gen-purchases/zod.gen';
import { ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { Money } from '@/components/money';
import { Stack } from '@/components/ui/layout';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineType } from '@/lib/session/use-line-type';
import { useQuantity } from '@/lib/text/use-quantity';
import { useFreeData } from '../use-free-data';
import type { FormProps } from './form-props';
import { useFriendCheck } from './use-friend-check';
import { isWhomWhole, type Whom, whomFields, whomOf } from './whom';
import { WhomFields } from './whom-fields';

function Facts({ pack }: { pack: DataPack }) {
  const { t } = useTranslation('recharge');
  const quantity = useQuantity();
  const freeOf = useFreeData();
  const type = useLineType();
  return (
    <Stack component="span" gap={0}>
      <span>{quantity(pack.megabytes, 'MB')}</span>
      <span>{t('data.days', { count: pack.validityDays })}</span>
      {pack.free && <span>{freeOf(pack.free)}</span>}
      {type === 'prepaid' && (
        <span>
          {t('data.fromBalance')} <Money amount={pack.price} />
        </span>
      )}
      <span>
        {t('data.byCard')} <Money amount={pack.total} />
      </span>
    </Stack>
  );
}

type Typed = Whom & { dataPackId?: string };

const schemaOf = (packs: DataPack[]) =>
  z.object({ dataPackId: zStartPurchaseBody.shape.dataPackId, ...whomFields }).check(
    fieldRule('dataPackId', ({ dataPackId }) => packs.some(({ id }) => id === dataPackId)),
    isWhomWhole,
  );

/** The data pack and its recipient. */
export function DataForm({ options, initial, refusal, onDone }: FormProps<'data-recharge'>) {
  const { t } = useTranslation('recharge');
  const { form } = useSchemaForm<Typed>(schemaOf(options.data), {
    defaultValues: { dataPackId: initial?.pack.id, ...whomOf(initial?.friend) },
    mode: 'onSubmit',
  });
  const check = useFriendCheck(form, refusal);
  const submit = ({ dataPackId, ...recipient }: Typed) => {
    const pack = options.data.find(({ id }) => id === dataPackId);
    if (pack) {
      check.settle(recipient, (friend) => onDone({ kind: 'data-recharge', pack, ...friend }));
    }
  };
  if (options.data.length === 0) {
    return <p>{t('data.none')}</p>;
  }
  return (
    <Form form={form} className="stack" onSubmit={submit}>
      <ChoiceField
        form={form}
        name="dataPackId"
        legend={t('data.legend')}
        cards={options.data.map((one) => ({
          value: one.id,
          title: <bdi>{one.name}</bdi>,
          hint: <Facts pack={one} />,
        }))}
        missing={t('data.packError')}
      />
      <WhomFields check={check} />
      <Button type="submit" size="lg" className="primary-action" loading={check.busy}>
        {t('continue')}
      </Button>
    </Form>
  );
}
