import type { CodeSent } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { sendCode } from './calls';
import { useLoginCode } from './use-login-code';

interface Props {
  mobile: string;
  sent: CodeSent;
  onCancel: () => void;
}

/** The code for the number in the single field. */
export default function CodeStep({ mobile, sent, onCancel }: Props) {
  const giveLoginCode = useLoginCode();
  return (
    <OneTimeCode
      sent={sent}
      to={<Msisdn value={mobile} />}
      onCode={(code) => giveLoginCode(mobile, code)}
      onResend={() => sendCode(mobile, 'login')}
      onCancel={onCancel}
    />
  );
}
