import { useNavigate } from 'react-router';
import { changePassword } from '@/api/gen-session';
import { useSession } from '@/lib/session';
import { leave } from '@/lib/session/account';
import { enterByPassword } from '@/lib/session/enter-by-password';
import { useAttempt } from '@/lib/use-attempt';
import { useLanguage } from '@/lib/use-language';
import { useLineCall } from '@/lib/use-line-call';
import type { PasswordChange } from './change-password-form';

/** Changes the password; then signs out, or signs in again with the new one where the customer stays on the page. */
export function useChangePassword(onStay: () => void) {
  const language = useLanguage();
  const navigate = useNavigate();
  const call = useLineCall();
  const { selected } = useSession();
  return useAttempt(async ({ old_password, new_password, stay }: PasswordChange) => {
    await changePassword({ ...call, body: { old_password, new_password }, throwOnError: true });
    if (stay && selected) {
      await enterByPassword(selected.mobile_number, new_password);
      onStay();
      return;
    }
    // The sign-in page is for guests; where this page leads to by itself would come back here.
    await leave();
    await navigate(`/${language}/login`, { replace: true });
  });
}
