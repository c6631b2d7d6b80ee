import { Button } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import type { Profile } from './esim-profile';
import classes from './install-code.module.css';

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

/** The code in three forms: to scan, to tap on an iPhone, to type. */
export function InstallCode({ profile, onIphone }: { profile: Profile; onIphone: boolean }) {
  const { t } = useTranslation('esim');
  const { lpa, iosLink, smdpAddress, matchingId } = profile;
  return (
    <div className={classes.code}>
      {lpa && (
        <div className={classes.qr}>
          <QRCodeSVG value={lpa} size={224} title={t('install.qr')} />
        </div>
      )}
      <div className="stack">
        {onIphone && iosLink && (
          <Button component="a" variant="light" className="primary-action" href={iosLink}>
            {t('install.ios')}
          </Button>
        )}
        <dl className={classes.parts}>
          <Part label={t('install.address')} value={smdpAddress} />
          <Part label={t('install.code')} value={matchingId} />
        </dl>
      </div>
    </div>
  );
}
