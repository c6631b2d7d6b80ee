import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeEmailData } from '@/api/gen-session';
import { zChangeEmailBody } from '@/api/gen-session/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { EmailField } from '@/components/form/text-field';
import { ModalDialog } from '@/components/modal-dialog';
import { PageHeading } from '@/components/page-heading';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useSession } from '@/lib/session';
import { MainAccountOnly } from './main-account-only';
import { useProposeEmail } from './use-propose-email';

type Wanted = ChangeEmailData['body'];

interface WarningProps {
  email: string;
  onConfirm: () => void;
  onKeep: () => void;
}

/** Subscriptions need a confirmed e-mail address: the customer first agrees to lose them. */
function Warning({ email, onConfirm, onKeep }: WarningProps) {
  const { t } = useTranslation('profile');
  return (
    <ModalDialog title={t('changeEmail.warningTitle')} onClose={onKeep}>
      <div className="stack">
        <p style={{ margin: 0 }}>{t('changeEmail.warning', { email: `\u2066${email}\u2069` })}</p>
        <Button variant="default" onClick={onKeep}>
          {t('changeEmail.warningKeep')}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {t('changeEmail.warningConfirm')}
        </Button>
      </div>
    </ModalDialog>
  );
}

function ChangeEmailForm({ confirmed }: { confirmed: string | undefined }) {
  const { t } = useTranslation('profile');
  const [wanted, setWanted] = useState<string>();
  const propose = useProposeEmail();
  const { form, refusal } = useSchemaForm<Wanted>(zChangeEmailBody, {
    defaultValues: { email: '' },
    error: propose.error,
  });
  const submit = ({ email }: Wanted) => (confirmed ? setWanted(email) : propose.mutate(email));
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      <EmailField
        form={form}
        name="email"
        label={t('changeEmail.email')}
        invalid={t('changeEmail.emailError')}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={propose.isPending}>
        {t('changeEmail.submit')}
      </Button>
      {wanted && confirmed && (
        <Warning
          email={confirmed}
          onKeep={() => setWanted(undefined)}
          onConfirm={() => {
            setWanted(undefined);
            propose.mutate(wanted);
          }}
        />
      )}
    </Form>
  );
}

/** Adds or changes the e-mail address; the next page takes the code that confirms it. */
export function ChangeEmailPage() {
  const { t } = useTranslation('profile');
  const { user } = useSession();
  const email = user?.email;
  return (
    <>
      <PageHeading
        takesFocus
        title={t(email ? 'changeEmail.title' : 'changeEmail.addTitle')}
        lead={
          <>
            {email && (
              <>
                {t('changeEmail.now', { email: `\u2066${email}\u2069` })}
                <br />
              </>
            )}
            {t('changeEmail.lead')}
          </>
        }
      />
      <MainAccountOnly>
        <ChangeEmailForm confirmed={user?.email_confirmed ? email : undefined} />
      </MainAccountOnly>
    </>
  );
}
