import { useTranslation } from 'react-i18next';
import { Ltr } from '../ltr';
import type { TextFieldProps } from '../text-field';
import { PasswordField } from './password-field';
import { PasswordRules } from './password-rules';

type Props = Omit<TextFieldProps, 'type' | 'after' | 'dir' | 'hint' | 'autoComplete'> & { password: string };

/** A field for a new password. The rules are visible before the customer types. */
export function NewPasswordField({ password, ...field }: Props) {
  const { t } = useTranslation('registration');
  const hint = (
    <>
      {t('rules.wellKnown')} <Ltr className="one-line">Riyadh123</Ltr>
    </>
  );
  return (
    <>
      <PasswordField {...field} hint={hint} autoComplete="new-password" />
      <PasswordRules password={password} />
    </>
  );
}
