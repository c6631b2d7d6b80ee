import type { NumberSettingChange, NumberSettings } from '@/api/gen-lines';
import { LineAlert } from '@/components/line/line-alert';
import { ServiceSwitch } from '@/components/line/service-switch';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

const settings: NumberSettings = {
  subscription_id: 'main',
  msisdn: '0570000003',
  language: { language_id: 'en', offered: [{ language_id: 'en', texts: 'own' }] },
  services: [
    { key: 'roaming', active: true },
    { key: 'voicemail', active: false },
  ],
  promotions: { allow: true, except: { product: [] } },
  blocks: true,
  numbers: { blocked: 0, most: 50 },
  countries: { blocked: 0, most: 50 },
};

const change = (stage: NumberSettingChange['stage'], message: string): NumberSettingChange => ({
  id: `01920000-0000-7000-8000-00000000000${stage.length}`,
  kind: 'service',
  item: 'roaming',
  value: 'on',
  stage,
  requestedAt: '2026-11-26T09:00:00Z',
  ...(stage === 'refused' && { refusal: { messageKey: 'setting_refused', message } }),
});

/** Settings of a line. */
export function Lines() {
  const { long } = useWords();
  const obstacle = { messageKey: 'line_blocked', message: long } as const;
  return (
    <>
      <Specimen of="line/line-alert">
        <div className="stack">
          {(['leaving', 'blocked', 'suspended', 'ending', 'bill_overdue'] as const).map((what) => (
            <LineAlert
              key={what}
              alert={{ what, since: '2026-11-20T09:30:00Z', amount: 23_725 }}
              line={{ mobile_number: '0570000003' }}
            />
          ))}
        </div>
      </Specimen>
      <Specimen of="line/service-switch">
        <ServiceSwitch settings={settings} service="roaming" />
        <ServiceSwitch settings={settings} service="voicemail" />
        <ServiceSwitch settings={{ ...settings, change: change('pending', long) }} service="roaming" />
        <ServiceSwitch settings={{ ...settings, obstacle }} service="roaming" />
      </Specimen>
      <Specimen of="line/setting-outcome">
        <div className="stack">
          {(['pending', 'done', 'refused'] as const).map((stage) => (
            <SettingOutcome
              key={stage}
              settings={{ ...settings, change: change(stage, long) }}
              before={undefined}
            />
          ))}
          <SettingOutcome settings={{ ...settings, obstacle }} before={undefined} />
        </div>
      </Specimen>
    </>
  );
}
