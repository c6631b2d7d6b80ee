import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PhoneSearch } from '@/components/device/phone-search';
import { ChipsField } from '@/components/form/choice-field';
import { NumberField } from '@/components/form/number-field';
import { eidDigits, type TypedDevice } from './device';
import { EidHelp } from './eid-help';

/** The phone for the eSIM: a model of the list, or any phone with this EID. */
export function DeviceFields() {
  const { t } = useTranslation('device');
  const form = useFormContext<TypedDevice>();
  const [way, eid] = form.watch(['way', 'eid']);
  const eidError = eid.length === eidDigits ? t('eidMistyped') : t('eidError', { count: eid.length });
  return (
    <>
      <ChipsField
        form={form}
        name="way"
        legend={t('way')}
        choices={(['byModel', 'byEid'] as const).map((value) => ({ value, label: t(value) }))}
      />
      {way === 'byModel' ? (
        <PhoneSearch form={form} name="model" missing={t('modelError')} />
      ) : (
        <>
          <NumberField
            form={form}
            name="eid"
            most={eidDigits}
            label={t('eid')}
            description={t('eidHint')}
            missing={eidError}
            invalid={eidError}
          />
          <EidHelp />
        </>
      )}
    </>
  );
}
