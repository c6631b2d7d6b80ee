import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/copy-button';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { begin, confirm } from './calls';
import { CodeForm } from './code-form';
import classes from './second-factor.module.css';

/** The first sign-in: the app receives its secret, and a code proves it. */
export function Enrolment({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation('second-factor');
  const secret = useQuery({
    queryKey: ['begin second factor'],
    queryFn: begin,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <PageHeading takesFocus title={t('enrol.title')} lead={t('enrol.lead')} />
      <ErrorNotice error={secret.error} onRetry={() => secret.refetch()} />
      {secret.isPending && <Loading lines={1} height={224} />}
      {secret.data && (
        <div className="stack">
          <p>{t('enrol.scan')}</p>
          <div className={classes.qr}>
            <QRCodeSVG value={secret.data.uri} size={224} title={t('enrol.qr')} />
          </div>
          <p>
            {t('enrol.typed')} <Ltr className={classes.secret}>{secret.data.secret}</Ltr>{' '}
            <CopyButton text={secret.data.secret} />
          </p>
        </div>
      )}
      <CodeForm
        numeric
        label={t('enrol.code')}
        submit={t('enrol.submit')}
        pattern={/^\d{6}$/}
        onCode={async (code) => onCodes(await confirm(code))}
      />
    </>
  );
}
