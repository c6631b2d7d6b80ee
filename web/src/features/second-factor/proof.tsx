import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/components/page-heading';
import { prove } from './calls';
import { CodeForm } from './code-form';

/** Each later sign-in: a code of the app, or a recovery code without the app. */
export function Proof({ onShown }: { onShown: () => Promise<unknown> }) {
  const { t } = useTranslation('second-factor');
  const [recovering, setRecovering] = useState(false);
  return (
    <>
      <PageHeading takesFocus title={t('prove.title')} lead={recovering ? undefined : t('prove.lead')} />
      <CodeForm
        key={String(recovering)}
        numeric={!recovering}
        label={t(recovering ? 'prove.recovery' : 'prove.code')}
        hint={recovering ? t('prove.recoveryHint') : undefined}
        submit={t('prove.submit')}
        pattern={recovering ? /^[a-z2-7]{4}(-[a-z2-7]{4}){2}$/i : /^\d{6}$/}
        onCode={async (code) => {
          await prove(code);
          await onShown();
        }}
      />
      <Button variant="subtle" fullWidth onClick={() => setRecovering(!recovering)}>
        {t(recovering ? 'prove.useApp' : 'prove.useRecovery')}
      </Button>
    </>
  );
}
