import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { type PhoneSystem, thisPhone } from '@/lib/this-phone';

const phones = ['iphone', 'samsung', 'pixel', 'other'] as const;
export type Phone = (typeof phones)[number];
const steps = ['one', 'two', 'three', 'four'] as const;

/** Makes by the beginning of their models' keys. */
const makes = { apple: 'iphone', samsung: 'samsung', 'google-pixel': 'pixel' } as const;

/**
 * Returns the phone for which the eSIM was ordered. If only its EID is known, the phone on which the page is
 * read.
 */
export function likelyPhone({ model }: Device = {}): Phone {
  if (!model) {
    return thisPhone() === 'ios' ? 'iphone' : 'samsung';
  }
  return Object.entries(makes).find(([make]) => model.startsWith(`${make}-`))?.[1] ?? 'other';
}

/** Tells whether the page is read on the phone for which the eSIM was ordered, as far as the make tells. */
export function isOrderedFor(system: PhoneSystem, device: Device = {}): boolean {
  return device.model === undefined || (likelyPhone(device) === 'iphone') === (system === 'ios');
}

interface Props {
  phone: Phone;
  onChange: (phone: Phone) => void;
}

/** The installation steps for each make of phone. */
export function InstallGuide({ phone, onChange }: Props) {
  const { t } = useTranslation('esim');
  return (
    <div className="stack">
      <ChoiceChips
        legend={t('guide.title')}
        name="phone"
        value={phone}
        choices={phones.map((value) => ({ value, label: t(`guide.${value}.name`) }))}
        onChange={onChange}
      />
      <ol style={{ margin: 0 }}>
        {steps.map((step) => (
          <li key={step}>{t(`guide.${phone}.${step}`)}</li>
        ))}
      </ol>
      <p style={{ margin: 0 }}>{t('guide.wifi')}</p>
    </div>
  );
}
