import { changePassword } from '@/api/gen-session';
import { useSession } from '@/lib/session';
import { enterByPassword } from '@/lib/session/enter-by-password';
import { useSignOut } from '@/lib/session/use-sign-out';
import { useAttempt } from '@/lib/use-attempt';
import { useLanguage } from '@/lib/use-language';
import { useLineCall } from '@/lib/use-line-call';
import type { PasswordChange } from './change-password-form';

/** Changes the password; then signs out, or signs in again with the new one where the customer stays on the page. */
export function useChangePassword(onStay: () => void) {
  const language = useLanguage();
  const call = useLineCall();
  const signOut = useSignOut();
  const { selected } = useSession();
  return useAttempt(async ({ old_password, new_password, stay }: PasswordChange) => {
    await changePassword({ ...call, body: { old_password, new_password }, throwOnError: true });
    if (!stay || !selected) {
      await signOut(`/${language}/login`);
      return;
    }
    await enterByPassword(selected.mobile_number, new_password);
    onStay();
  });
}
