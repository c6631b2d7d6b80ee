import { useTranslation } from 'react-i18next';

/** The raw words of a failure, which a customer may read to support. They are English in both languages. */
export function RawWords({ of, className }: { of: string; className?: string }) {
  const { t } = useTranslation();
  return (
    <details className={className}>
      <summary>{t('errors.details')}</summary>
      <small lang="en" dir="ltr">
        {of}
      </small>
    </details>
  );
}
