import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  approveProposal,
  cancelProposal,
  type ListProposalsData,
  type MakeProposal,
  makeProposal,
  type PreviewProposal,
  type ProposalKind,
  previewProposal,
  undoProposal,
} from '@/api/gen-support';
import {
  listProposalSubjectsOptions,
  listProposalsOptions,
} from '@/api/gen-support/@tanstack/react-query.gen';
import { zProposalKey, zProposalKind, zProposalState } from '@/api/gen-support/zod.gen';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';

export type ProposalFilters = NonNullable<ListProposalsData['query']>;

/** Returns the filters of the address; drops a value that the server would refuse. */
export function useProposalFilters(): ProposalFilters {
  const [params] = useSearchParams();
  const page = Number(params.get('page'));
  return {
    kind: zProposalKind.safeParse(params.get('kind')).data,
    key: zProposalKey.safeParse(params.get('key')).data,
    state: zProposalState.safeParse(params.get('state')).data,
    page: Number.isInteger(page) && page > 1 && page <= 1000 ? page : undefined,
  };
}

export function proposalsAt(filters: ProposalFilters): string {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  return named.length === 0
    ? '.'
    : `?${new URLSearchParams(named.map(([name, value]) => [name, String(value)]))}`;
}

export function useProposals(filters: ProposalFilters) {
  const language = useLanguage();
  return useQuery({
    ...listProposalsOptions({ headers: { 'accept-language': language }, query: filters }),
    staleTime: 0,
  });
}

/** Returns the items of a kind that can be changed, with their present values. */
export function useChangeable(kind: ProposalKind) {
  const language = useLanguage();
  return useQuery({
    ...listProposalSubjectsOptions({ headers: { 'accept-language': language }, query: { kind } }),
    staleTime: 0,
  });
}

const headersIn = (language: string, key: string) => ({
  'accept-language': language,
  'Idempotency-Key': key,
});

const isOfChanges = ([first]: readonly unknown[]): boolean =>
  typeof first === 'object' &&
  first !== null &&
  '_id' in first &&
  (first._id === 'listProposals' || first._id === 'listProposalSubjects');

function useReadAnew() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ predicate: ({ queryKey }) => isOfChanges(queryKey) });
}

/** Previews the effect of a change; the preview changes nothing. */
export function usePreviewOf() {
  const language = useLanguage();
  return useKeyedCall((_key, body: PreviewProposal) =>
    previewProposal({ headers: { 'accept-language': language }, body, throwOnError: true }),
  );
}

export function usePropose() {
  const language = useLanguage();
  const onSuccess = useReadAnew();
  return useKeyedCall(
    (key, body: MakeProposal) =>
      makeProposal({ headers: headersIn(language, key), body, throwOnError: true }),
    { onSuccess },
  );
}

const calls = { approve: approveProposal, cancel: cancelProposal, undo: undoProposal };

export type Decision = keyof typeof calls;

export function useDecide(changeId: string, decision: Decision) {
  const language = useLanguage();
  const onSuccess = useReadAnew();
  return useKeyedCall(
    (key, note: string) =>
      calls[decision]({
        headers: headersIn(language, key),
        path: { changeId },
        body: { note },
        throwOnError: true,
      }),
    { onSuccess },
  );
}
