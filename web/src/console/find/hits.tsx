import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SearchHit } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { Group, Stack } from '@/components/ui/layout';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { ForCaller } from '../caller/for-caller';
import { casePath, customerPath } from '../case-path';
import { useRows } from '../queue/use-rows';

/** Returns the page of a result. */
export function pathOf(language: 'ar' | 'en', { type, id }: SearchHit): string {
  return type === 'customer' ? customerPath(language, id) : casePath(language, { kind: type, id });
}

/** The results, each with the number that matched. */
export function Hits({ hits }: { hits: readonly SearchHit[] }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { list, onKeyDown } = useRows<HTMLUListElement>();
  return (
    <Stack ref={list} component="ul" gap="sm" aria-label={t('find.title')} onKeyDown={onKeyDown}>
      {hits.map((hit) => (
        <li key={`${hit.type} ${hit.id}`} className="card">
          <Group component="p" gap="0.25rem 0.75rem">
            <Link data-row className="strong" to={pathOf(language, hit)}>
              {hit.title} <Ltr>{hit.reference}</Ltr>
            </Link>
            {hit.isCase && <Badge component="span">{t('find.isCase')}</Badge>}
          </Group>
          <p className="dimmed">
            {t(`find.by.${hit.by}`)}
            {hit.stageText && <> · {hit.stageText}</>} ·{' '}
            <time dateTime={hit.at}>{dayAndTime(hit.at, language)}</time>
          </p>
          {hit.away && (
            <p className="strong">
              {t('outages.away', {
                name: hit.away.name,
                since: dayAndTime(hit.away.since, language),
              })}
            </p>
          )}
          {hit.type === 'order' && hit.stage === 'wizard' && (
            <ForCaller orderId={hit.id} label={t('caller.goOnWith', { number: hit.reference })} />
          )}
        </li>
      ))}
    </Stack>
  );
}
