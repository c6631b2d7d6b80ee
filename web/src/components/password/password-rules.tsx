import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { useTranslation } from 'react-i18next';
import { passwordParts, passwordSymbols } from '@/lib/form/password-rule';
import { Ltr } from '../ltr';
import classes from './password-rules.module.css';

const parts = ['length', 'lower', 'upper', 'digit', 'letters'] as const;

/** The rules of passwords, each ticked as soon as the password satisfies it. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('registration');
  return (
    <ul className={classes.rules} aria-label={t('rules.title')}>
      {parts.map((part) => {
        const kept = passwordParts[part](password);
        const Icon = kept ? Check : Circle;
        return (
          <li key={part} data-kept={kept}>
            <Icon aria-hidden size={16} />
            <span>
              {t(`rules.${part}`)} {part === 'letters' && <Ltr className="one-line">{passwordSymbols}</Ltr>}
              <span className="visually-hidden">{t(kept ? 'rules.kept' : 'rules.open')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
