import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NumberSettings } from '@/api/gen-lines';
import { useNumberSettings } from '@/components/line/number-settings';
import { ServiceSwitch } from '@/components/line/service-switch';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { Msisdn } from '@/components/ltr';
import { useLanguage } from '@/lib/text/use-language';
import classes from './rates.module.css';

function Switch({ settings }: { settings: NumberSettings }) {
  const { t } = useTranslation('number-settings');
  const language = useLanguage();
  return (
    <section className="card stack">
      <h2 className={classes.name}>
        {t('roaming.title')} <Msisdn value={settings.msisdn} />
      </h2>
      <SettingOutcome
        settings={settings}
        before={settings.change?.item === 'roaming' ? undefined : settings.change?.id}
      />
      <ServiceSwitch settings={settings} service="roaming" />
      <p style={{ margin: 0 }}>
        <Link to={`/${language}/number-settings`}>{t('roaming.more')}</Link>
      </p>
    </section>
  );
}

/** Tells a signed-in customer whether the chosen line works abroad; the prices of roaming do not need it. */
export function OwnRoaming() {
  const { data } = useNumberSettings();
  return data ? <Switch key={data.data.subscription_id} settings={data.data} /> : null;
}
