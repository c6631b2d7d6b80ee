import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ServiceSwitch } from '@/components/line/service-switch';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { ModalDialog } from '@/components/modal-dialog';
import type { SettingDialog } from './dialog';

/** The services of the line, each with a switch. */
export function ServicesDialog({ settings, before, onClose }: SettingDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  return (
    <ModalDialog title={t('service.title')} onClose={onClose}>
      <div className="stack">
        <SettingOutcome settings={settings} before={before} />
        {settings.services.map(({ key }) => (
          <ServiceSwitch key={key} settings={settings} service={key} />
        ))}
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
