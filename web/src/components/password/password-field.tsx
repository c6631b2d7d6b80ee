import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from '../text-field';
import classes from './password-field.module.css';

/**
 * A password field whose text the customer can show while typing. Passwords have Latin letters, so the field
 * runs left to right.
 */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after' | 'dir'>) {
  const { t } = useTranslation('credentials');
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className={classes.toggle}
      aria-label={t(shown ? 'password.hideLabel' : 'password.showLabel')}
      onClick={() => setShown(!shown)}
    >
      {t(shown ? 'password.hide' : 'password.show')}
    </button>
  );
  return (
    <TextField
      {...props}
      dir="ltr"
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={toggle}
    />
  );
}
