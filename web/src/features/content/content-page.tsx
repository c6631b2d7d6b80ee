import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { ContentPage as Page } from '@/api/gen-content';
import { Disclosure } from '@/components/disclosure';
import { PageHeading } from '@/components/page-heading';
import { RichText } from '@/components/richtext/rich-text';
import classes from './content.module.css';

/** Sections of which only one is open at a time. */
function Choices({ choices }: { choices: Page['choices'] }) {
  const { t } = useTranslation('content');
  return (
    <section id="choices" aria-label={t('choose')} className={classes.choices}>
      {choices.map(({ key, title, body }) => (
        <Disclosure key={key} id={key} name="choice" className={`card ${classes.choice}`} title={title}>
          <div className={classes.body}>
            <RichText html={body} />
          </div>
        </Disclosure>
      ))}
    </section>
  );
}

/** A content page of the operator: terms, about us, phone settings and others. */
export function ContentPage() {
  const { title, lead, body, choices } = useLoaderData<Page>();
  return (
    <article className={`container stack ${classes.page}`}>
      <PageHeading key={title} takesFocus title={title} lead={lead} />
      {body && <RichText html={body} />}
      {choices.length > 0 && <Choices choices={choices} />}
    </article>
  );
}
