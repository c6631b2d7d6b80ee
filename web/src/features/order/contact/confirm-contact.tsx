import { useTranslation } from 'react-i18next';
import type { ContactChannel } from '@/api/gen';
import type { CodeSent } from '@/api/gen-session';
import { Email, Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { openDevice } from '@/lib/session/account';
import type { Contact } from './contact';

/** A code that was sent for a contact. */
export interface Asked {
  contact: Contact;
  channel: ContactChannel;
  sent: CodeSent;
}

interface Props extends Asked {
  onCode: (otp: string) => Promise<unknown>;
  onResend: () => Promise<CodeSent>;
  onBack: () => void;
}

/** A guest confirms once in an order that a mobile number or e-mail address is theirs. */
export default function ConfirmContact({ contact, channel, sent, onCode, onResend, onBack }: Props) {
  const { t } = useTranslation('order');
  return (
    <>
      <PageHeading title={t('contact.codeTitle')} lead={t('contact.codeLead')} />
      <div className="form">
        <OneTimeCode
          sent={sent}
          to={channel === 'email' ? <Email address={contact.email} /> : <Msisdn value={contact.mobile} />}
          onCode={async (otp) => {
            await openDevice().catch(() => undefined); // this browser can then make an account without another code
            return onCode(otp);
          }}
          onResend={onResend}
          onCancel={onBack}
          changes={channel === 'email' ? 'email' : 'mobile'}
        />
      </div>
    </>
  );
}
