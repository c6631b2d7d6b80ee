import { useNavigate } from 'react-router';
import { changePassword } from '@/api/gen-session';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSession } from '@/lib/session';
import { signOut } from '@/lib/session/account';
import { signInByPassword } from '@/lib/session/sign-in-by-password';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLanguage } from '@/lib/text/use-language';
import type { PasswordChange } from './change-password-form';

/**
 * Changes the password; then signs out, or signs in again with the new one if the customer stays on the page.
 */
export function useChangePassword(onStay: () => void) {
  const language = useLanguage();
  const navigate = useNavigate();
  const call = useLineCall();
  const { selected } = useSession();
  return useAttempt(async ({ old_password, new_password, stay }: PasswordChange) => {
    await changePassword({ ...call, body: { old_password, new_password }, throwOnError: true });
    if (stay && selected) {
      await signInByPassword(selected.mobile_number, new_password);
      onStay();
      return;
    }
    // The sign-in page is for guests, and this page would redirect there with a return to itself.
    await signOut();
    await navigate(`/${language}/login`, { replace: true, state: { passwordChanged: true } });
  });
}
