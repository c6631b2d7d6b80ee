import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { searchCases } from '@/api/gen-support';
import { problemOf } from '@/api/problem';
import { Ltr } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { useLanguage } from '@/lib/text/use-language';
import { addressOf, type Filters } from './filters';

/**
 * Finds the work within the limits of the contract (searchCases). The search is a POST, so that no customer's
 * number appears in an address.
 */
function useWork() {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (q: string) => {
      const headers = { 'accept-language': language };
      return (await searchCases({ headers, body: { q }, throwOnError: true })).data.items;
    },
  });
}

/** A field for the work of the entries: the number of an order, a line, a bill, a ticket or a purchase. */
export function WorkField({ filters }: { filters: Filters }) {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState('');
  const work = useWork();
  const wanted = typed.trim();
  const none = work.data?.length === 0 ? t('audit.workNone') : undefined;
  const look = () => {
    if (wanted.length >= 4) {
      work.mutate(wanted);
    }
  };
  return (
    <Stack gap={8}>
      <TextInput
        label={t('audit.filter.work')}
        description={t('audit.workHint')}
        dir="ltr"
        maxLength={120}
        value={typed}
        error={problemOf(work.error)?.message ?? none}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          work.reset();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            look();
          }
        }}
      />
      <Button variant="default" loading={work.isPending} disabled={wanted.length < 4} onClick={look}>
        {t('audit.workFind')}
      </Button>
      {work.data && work.data.length > 0 && (
        <Stack component="ul" gap={4} aria-label={t('audit.workFound')}>
          {work.data.map(({ type, id, auditId, title, reference }) => (
            <li key={`${type} ${id}`}>
              <Link to={addressOf({ ...filters, orderId: auditId, before: undefined })}>
                {title} <Ltr>{reference}</Ltr>
              </Link>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
