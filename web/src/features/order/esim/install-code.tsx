import { Button } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/gen';
import { CopyButton } from '@/components/copy-button';
import { Disclosure } from '@/components/disclosure';
import { Ltr } from '@/components/ltr';
import { thisPhone } from '@/lib/this-phone';
import type { Profile } from './esim-profile';
import classes from './install-code.module.css';
import { isOrderedFor } from './install-guide';

function Part({ label, value }: { label: string; value: string | undefined }) {
  if (!value) {
    return null;
  }
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Ltr className={classes.value}>{value}</Ltr>
        <CopyButton text={value} />
      </dd>
    </div>
  );
}

/** The code to type. */
function Parts({ profile: { smdpAddress, matchingId } }: { profile: Profile }) {
  const { t } = useTranslation('esim');
  return (
    <dl className={`stack near ${classes.parts}`}>
      <Part label={t('install.address')} value={smdpAddress} />
      <Part label={t('install.code')} value={matchingId} />
    </dl>
  );
}

/** The code to scan. */
function Picture({ lpa }: { lpa: string | undefined }) {
  const { t } = useTranslation('esim');
  return (
    lpa && (
      <div className={classes.qr}>
        <QRCodeSVG value={lpa} size={224} title={t('install.qr')} />
      </div>
    )
  );
}

/**
 * The code in three forms: to tap, to scan, to type. The ordered phone cannot scan its own screen, so it begins
 * with the button; a computer or another phone begins with the picture.
 */
export function InstallCode({ profile, device }: { profile: Profile; device: Device | undefined }) {
  const { t } = useTranslation('esim');
  const system = thisPhone();
  const link =
    system && isOrderedFor(system, device) && { ios: profile.iosLink, android: profile.androidLink }[system];
  if (!link) {
    return (
      <div className={`stack ${classes.code}`}>
        <Picture lpa={profile.lpa} />
        <Parts profile={profile} />
      </div>
    );
  }
  return (
    <div className="stack">
      <Button component="a" size="lg" className="primary-action" href={link}>
        {t('install.here')}
      </Button>
      <p style={{ margin: 0 }}>{t(`install.${system}`)}</p>
      <Parts profile={profile} />
      <Disclosure title={t('install.elsewhere')}>
        <Picture lpa={profile.lpa} />
      </Disclosure>
    </div>
  );
}
