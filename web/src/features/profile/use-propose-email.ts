import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type CodeSent, changeEmail } from '@/api/gen-session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';

/** The navigation state for the page of the code. */
export interface ProposedEmail {
  email: string;
  code: CodeSent;
}

/** Sends a code to an unconfirmed e-mail address. */
export function useSendEmailCode() {
  const call = useLineCall();
  return async (email: string): Promise<CodeSent> => {
    const { data } = await changeEmail({ ...call, body: { email }, throwOnError: true });
    return data.data.code;
  };
}

/** Sends the code and opens the page that takes it. */
export function useProposeEmail() {
  const language = useLanguage();
  const navigate = useNavigate();
  const send = useSendEmailCode();
  return useMutation({
    mutationFn: async (email: string): Promise<ProposedEmail> => ({ email, code: await send(email) }),
    onSuccess: (proposed) => navigate(`/${language}/activate-email`, { state: proposed }),
  });
}
