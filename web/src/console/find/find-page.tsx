import { Button, TextInput } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type SearchHit, searchCases } from '@/api/gen-support';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Group } from '@/components/ui/layout';
import { useLanguage } from '@/lib/text/use-language';
import { ForCaller } from '../caller/for-caller';
import { useSearched } from '../frame/searched';
import classes from './find.module.css';
import { Hits, pathOf } from './hits';

/** The limits of the contract (searchCases). */
const shortest = 4;
const longest = 120;
const fits = (q: string) => q.length >= shortest && q.length <= longest;

/** A number of this kind names exactly one thing; a mobile number leads to everything of a customer. */
const ofOneThing: readonly SearchHit['by'][] = [
  'order-number',
  'purchase-number',
  'bill-number',
  'reference',
];

const keyOf = (language: string, q: string) => ['searchCases', language, q];

/** Searches. The results stay while the agent opens one and returns, so that the search is logged once. */
function useFound(q: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: keyOf(language, q),
    queryFn: async ({ signal }) => {
      const headers = { 'accept-language': language };
      return (await searchCases({ headers, body: { q }, signal, throwOnError: true })).data.items;
    },
    enabled: q !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Drops the results, so that a repeated search asks the server again. */
const forgetFound = (cache: QueryClient, language: string, q: string) =>
  cache.resetQueries({ queryKey: keyOf(language, q) });

interface FormProps {
  q: string;
  refusal: string | undefined;
  busy: boolean;
  onSearch: (q: string) => void;
}

function SearchForm({ q, refusal, busy, onSearch }: FormProps) {
  const { t } = useTranslation('console');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const [refused, setRefused] = useState(false);
  const wanted = typed.trim();
  useEffect(() => {
    field.current?.focus();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(!fits(wanted));
    onSearch(fits(wanted) ? wanted : ''); // old results do not belong to an invalid text
  };
  const misfit = refused && !fits(wanted) && t('find.length', { shortest, longest });
  return (
    <search>
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextInput
          ref={field}
          type="search"
          size="md"
          className={classes.field}
          label={t('find.label')}
          description={t('find.hint')}
          error={misfit || (wanted === q && refusal)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {t('find.submit')}
        </Button>
      </form>
    </search>
  );
}

function Found({ hits }: { hits: readonly SearchHit[] }) {
  const { t } = useTranslation('console');
  return (
    <>
      <p role="status">{hits.length === 0 ? t('find.none') : t('find.found', { count: hits.length })}</p>
      {hits.length > 0 && <Hits hits={hits} />}
    </>
  );
}

/**
 * A field for any text that a caller or a label gives. The text never appears in the address. The result of a
 * complete number opens by itself.
 */
export function FindPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { q, setQ } = useSearched();
  const { data, error, isFetching, refetch } = useFound(q);
  const notUnderstood = problemOf(error)?.messageKey === 'search_not_understood';
  const [sought, setSought] = useState('');
  const search = (wanted: string) => {
    if (wanted === q) {
      void forgetFound(cache, language, q);
    }
    setSought(wanted);
    setQ(wanted);
  };
  const [only, ...others] = isFetching || sought !== q ? [] : (data ?? []);
  const isOne = only !== undefined && others.length === 0 && ofOneThing.includes(only.by);
  const open = useEffectEvent(() => only && void navigate(pathOf(language, only)));
  useEffect(() => {
    if (isOne) {
      open();
    }
  }, [isOne]);
  return (
    <div className="stack">
      <Group gap="0.5rem 1rem" justify="space-between">
        <PageHeading title={t('find.title')} />
        <ForCaller />
      </Group>
      <SearchForm
        q={q}
        refusal={notUnderstood ? problemOf(error)?.message : undefined}
        busy={isFetching}
        onSearch={search}
      />
      {!notUnderstood && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isFetching && <Loading lines={3} height={56} />}
      {data && !isFetching && <Found hits={data} />}
    </div>
  );
}
