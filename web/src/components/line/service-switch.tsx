import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NumberServiceKey, type NumberSettings, setNumberService } from '@/api/gen-lines';
import { ErrorNotice } from '@/components/error-notice';
import { useSettingCall } from './number-settings';
import classes from './service-switch.module.css';

interface Props {
  settings: NumberSettings;
  service: NumberServiceKey;
}

/**
 * A switch for a service of the line. While the change is pending it shows the new position, and returns to
 * the old position after a refusal.
 */
export function ServiceSwitch({ settings, service }: Props) {
  const { t } = useTranslation('number-settings');
  const { change, obstacle, services } = settings;
  const set = useSettingCall((call, on: boolean) =>
    setNumberService({ ...call, body: { key: service, operation: on ? 'activate' : 'deactivate' } }),
  );
  const pending = change?.stage === 'pending';
  const own = pending && change.kind === 'service' && change.item === service;
  const active = services.find(({ key }) => key === service)?.active ?? false;
  // The new choice, until the answer confirms the pending change.
  const [chosen, setChosen] = useState<boolean>();
  const on = own ? change.value === 'on' : (chosen ?? active);
  const choose = (wanted: boolean) => {
    setChosen(wanted);
    set.mutate(wanted, { onSettled: () => setChosen(undefined) });
  };
  return (
    <div>
      <label className={classes.service}>
        <span>
          <span className={classes.title}>{t(`services.${service}.title`)}</span>
          <span className={classes.hint}>{t(`services.${service}.hint`)}</span>
        </span>
        <span className={classes.state}>
          <span aria-hidden>{t(own || set.isPending ? 'waiting' : on ? 'on' : 'off')}</span>
          <input
            type="checkbox"
            role="switch"
            className={classes.switch}
            checked={on}
            aria-checked={on}
            aria-busy={own || undefined}
            disabled={pending || obstacle !== undefined || set.isPending}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </span>
      </label>
      <ErrorNotice error={set.error} />
    </div>
  );
}
