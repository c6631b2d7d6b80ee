import { Button } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { blockPromoCalls, type PromotionProduct } from '@/api/gen-lines';
import { zPromotionExceptions } from '@/api/gen-lines/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { useSettingCall } from '@/components/line/number-settings';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { ModalDialog } from '@/components/modal-dialog';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { isBusy, type SettingDialog } from './dialog';

const products: PromotionProduct[] = ['plans', 'bundles', 'devices', 'games', 'partners'];
const schema = z.extend(zPromotionExceptions, { choice: z.enum(['allow', 'block']) });
type Chosen = z.infer<typeof schema>;

/** The choice whether promotional calls and messages reach the line, and their topics. */
export function PromotionsDialog({ settings, before, onClose }: SettingDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  const { allow, except } = settings.promotions;
  const set = useSettingCall((call, sent: Chosen) =>
    blockPromoCalls({
      ...call,
      body: sent.choice === 'allow' ? { allow: true } : { allow: false, except: { product: sent.product } },
    }),
  );
  const { form, refusal } = useSchemaForm<Chosen>(schema, {
    error: set.error,
    defaultValues: {
      choice: allow ? 'allow' : 'block',
      product: products.filter((one) => except.product.includes(one)),
    },
  });
  const [choice, product] = useWatch({ control: form.control, name: ['choice', 'product'] });
  const blocks = choice === 'block';
  const isSame =
    blocks !== allow && (allow || [...product].sort().join() === [...except.product].sort().join());
  return (
    <ModalDialog title={t('promotions.title')} onClose={onClose}>
      <Form form={form} className="stack" onSubmit={(chosen) => set.mutate(chosen)}>
        <SettingOutcome settings={settings} before={before} />
        <ChoiceField
          form={form}
          name="choice"
          legend={t('promotions.legend')}
          cards={[
            { value: 'allow', title: t('promotions.allow') },
            { value: 'block', title: t('promotions.block'), hint: t('promotions.blockHint') },
          ]}
        />
        {blocks && (
          <fieldset className="stack" style={{ margin: 0, padding: 0, border: 0 }}>
            <legend>{t('promotions.except')}</legend>
            {products.map((one) => (
              <CheckField
                key={one}
                form={form}
                name="product"
                value={one}
                label={t(`promotions.products.${one}`)}
              />
            ))}
          </fieldset>
        )}
        <ErrorNotice error={refusal} />
        <Button type="submit" loading={set.isPending} disabled={isBusy(settings) || isSame}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Form>
    </ModalDialog>
  );
}
