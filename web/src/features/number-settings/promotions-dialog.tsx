import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blockPromoCalls, type PromotionProduct } from '@/api/gen-lines';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { useSettingCall } from '@/components/line/number-settings';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { ModalDialog } from '@/components/modal-dialog';
import { isBusy, type SettingDialog } from './dialog';

const products: PromotionProduct[] = ['plans', 'bundles', 'devices', 'games', 'partners'];

/** The choice whether promotional calls and messages reach the line, and their topics. */
export function PromotionsDialog({ settings, before, onClose }: SettingDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  const now = settings.promotions;
  const [allow, setAllow] = useState(now.allow);
  const [product, setProduct] = useState<PromotionProduct[]>(now.except.product);
  const set = useSettingCall((call, _: undefined) =>
    blockPromoCalls({ ...call, body: allow ? { allow } : { allow, except: { product } } }),
  );
  const same =
    allow === now.allow && (allow || [...product].sort().join() === [...now.except.product].sort().join());
  const toggle = (one: PromotionProduct) =>
    setProduct(product.includes(one) ? product.filter((other) => other !== one) : [...product, one]);
  return (
    <ModalDialog title={t('promotions.title')} onClose={onClose}>
      <div className="stack">
        <SettingOutcome settings={settings} before={before} />
        <RadioCards
          legend={t('promotions.legend')}
          name="allow"
          value={allow ? 'allow' : 'block'}
          cards={[
            { value: 'allow', title: t('promotions.allow') },
            { value: 'block', title: t('promotions.block'), hint: t('promotions.blockHint') },
          ]}
          onChange={(value) => setAllow(value === 'allow')}
        />
        {!allow && (
          <fieldset className="stack" style={{ margin: 0, padding: 0, border: 0 }}>
            <legend>{t('promotions.except')}</legend>
            {products.map((one) => (
              <Checkbox
                key={one}
                size="md"
                label={t(`promotions.products.${one}`)}
                checked={product.includes(one)}
                onChange={() => toggle(one)}
              />
            ))}
          </fieldset>
        )}
        <ErrorNotice error={set.error} />
        <Button
          loading={set.isPending}
          disabled={isBusy(settings) || same}
          onClick={() => set.mutate(undefined)}
        >
          {t('save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
