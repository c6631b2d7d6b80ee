import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseLink } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { ForCaller } from '../caller/for-caller';
import { casePath } from '../case-path';

interface Props {
  title: string;
  none: string;
  works: readonly CaseLink[];
}

/** Longer lists begin folded. */
const shownAtFirst = 5;

/**
 * The latest work of one kind, each with its page. An agent can continue an order for a caller before it is
 * placed.
 */
export function Works({ title, none, works }: Props) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const id = useId();
  const [all, setAll] = useState(false);
  const more = all ? 'fewer' : 'all';
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {works.length === 0 && <p className="dimmed">{none}</p>}
      <Stack component="ul" gap="sm">
        {works.slice(0, all ? undefined : shownAtFirst).map((work) => (
          <li key={`${work.kind} ${work.id}`}>
            <Link to={casePath(language, work)}>
              {work.title} <Ltr>{work.reference}</Ltr>
            </Link>
            <p className="dimmed">
              {work.stageText} · <time dateTime={work.at}>{dayAndTime(work.at, language)}</time>
            </p>
            {work.kind === 'order' && work.stage === 'wizard' && (
              <ForCaller orderId={work.id} label={t('caller.goOnWith', { number: work.reference })} />
            )}
          </li>
        ))}
      </Stack>
      {works.length > shownAtFirst && (
        <Button
          variant="default"
          className="primary-action"
          aria-expanded={all}
          aria-label={t(`customer.${more}Of`, { title })}
          onClick={() => setAll(!all)}
        >
          {t(`customer.${more}`)}
        </Button>
      )}
    </section>
  );
}
