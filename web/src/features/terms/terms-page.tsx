import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/components/page-heading';

const sections = ['number', 'identity', 'price', 'delivery', 'cancel', 'data'] as const;

/** What is accepted before payment. */
export function TermsPage() {
  const { t } = useTranslation('terms');
  return (
    <article className="container stack" style={{ paddingBlock: '2rem' }}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {sections.map((section) => (
        <section key={section} style={{ maxInlineSize: '45rem' }}>
          <h2 style={{ margin: 0, fontSize: '1.25rem' }}>{t(`${section}.title`)}</h2>
          <p style={{ margin: '0.3rem 0 0' }}>{t(`${section}.text`)}</p>
        </section>
      ))}
    </article>
  );
}
