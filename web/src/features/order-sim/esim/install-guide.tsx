import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '@/components/choice-chips';

const phones = ['iphone', 'samsung', 'pixel', 'other'] as const;
type Phone = (typeof phones)[number];
const steps = ['one', 'two', 'three', 'four'] as const;

/** The likely one first: whoever reads this on an iPhone has an iPhone. */
const likelyPhone = (): Phone => (/iPhone|iPad/.test(navigator.userAgent) ? 'iphone' : 'samsung');

/** How each make of phone takes the code. */
export function InstallGuide() {
  const { t } = useTranslation('esim');
  const [phone, setPhone] = useState<Phone>(likelyPhone);
  return (
    <div className="stack">
      <ChoiceChips
        legend={t('guide.title')}
        name="phone"
        value={phone}
        choices={phones.map((value) => ({ value, label: t(`guide.${value}.name`) }))}
        onChange={setPhone}
      />
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(`guide.${phone}.${step}`)}</li>
        ))}
      </ol>
      <p style={{ margin: 0 }}>{t('guide.wifi')}</p>
    </div>
  );
}
