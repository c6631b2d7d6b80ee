import { AccountSwitch } from '@/components/account-switch';
import { loadNamespaces } from '@/i18n';
import { optionalPart } from '@/lib/http/optional-part';
import { useSession } from '@/lib/session';

const Notifications = optionalPart(async () => {
  const [module] = await Promise.all([import('./notifications'), loadNamespaces(['shell', 'dashboard'])]);
  return module;
});

/** The bell and the account of a signed-in user, in the header. */
export default function Member() {
  return (
    <>
      {useSession().status === 'signed-in' && <Notifications />}
      <AccountSwitch />
    </>
  );
}
