import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import {
  answerTicket,
  type CaseKind,
  claimCase,
  type GetCaseAnswer,
  noteCase,
  type ResolveCaseData,
  refundOrder,
  releaseCase,
  resolveCase,
  type TicketDecision,
  uploadCaseAttachment,
} from '@/api/gen-support';
import { getCaseOptions, getCaseQueryKey } from '@/api/gen-support/@tanstack/react-query.gen';
import { zCaseKind } from '@/api/gen-support/zod.gen';
import { getAttachmentRules } from '@/api/gen-tickets';
import { useAttachments } from '@/components/attachments/use-attachments';
import { saveFile } from '@/lib/http/save-file';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';

interface CaseAddress {
  kind: CaseKind;
  caseId: string;
}

/** Returns the case of the page's address; undefined if the address names none. */
export function useCaseAddress(): CaseAddress | undefined {
  const { kind, caseId } = useParams();
  const known = zCaseKind.safeParse(kind);
  return known.success && /^[A-Za-z0-9-]{4,60}$/.test(caseId ?? '')
    ? { kind: known.data, caseId: caseId ?? '' }
    : undefined;
}

const headersIn = (language: string, key: string) => ({
  'accept-language': language,
  'Idempotency-Key': key,
});

/** Reads a case when it is opened, after each decision, and when the agent returns to the page. */
export function useCase(path: CaseAddress) {
  const language = useLanguage();
  return useQuery({ ...getCaseOptions({ headers: { 'accept-language': language }, path }), staleTime: 0 });
}

/** Takes the answer of a decision as the case, or reads the case again. Lists of cases are read again. */
function useAfterwards(path: CaseAddress) {
  const language = useLanguage();
  const cache = useQueryClient();
  const key = getCaseQueryKey({ headers: { 'accept-language': language }, path });
  return async (answer?: GetCaseAnswer) => {
    if (answer) {
      cache.setQueryData(key, answer);
    } else {
      await cache.invalidateQueries({ queryKey: key });
    }
    void cache.invalidateQueries({ predicate: ({ queryKey }) => isListOfCases(queryKey) });
  };
}

const isListOfCases = ([first]: readonly unknown[]): boolean =>
  typeof first === 'object' && first !== null && '_id' in first && first._id === 'listCases';

/** Makes a decision; the answer is the case afterwards. */
export function useDecision(path: CaseAddress) {
  const language = useLanguage();
  const afterwards = useAfterwards(path);
  return useKeyedCall(
    (key, body: ResolveCaseData['body']) =>
      resolveCase({ headers: headersIn(language, key), path, body, throwOnError: true }),
    { onSuccess: afterwards },
  );
}

/** Requests the refund of an order. The order is then read again and shows the result. */
export function useRefund(orderId: string) {
  const language = useLanguage();
  const afterwards = useAfterwards({ kind: 'order', caseId: orderId });
  return useKeyedCall<string, unknown>(
    (key, note) =>
      refundOrder({
        headers: headersIn(language, key),
        path: { id: orderId },
        body: { note },
        throwOnError: true,
      }),
    { onSuccess: () => afterwards() },
  );
}

export function useClaim(path: CaseAddress) {
  const language = useLanguage();
  const afterwards = useAfterwards(path);
  return useKeyedCall(
    (key, body: { takeOver?: boolean; note?: string }) =>
      claimCase({ headers: headersIn(language, key), path, body, throwOnError: true }),
    { onSuccess: () => afterwards() },
  );
}

export function useRelease(path: CaseAddress) {
  const language = useLanguage();
  const afterwards = useAfterwards(path);
  return useKeyedCall((key) => releaseCase({ headers: headersIn(language, key), path, throwOnError: true }), {
    onSuccess: () => afterwards(),
  });
}

/** Sends support's answer to a service request; the answer of the call is the case afterwards. */
export function useAnswer(requestId: string) {
  const language = useLanguage();
  const afterwards = useAfterwards({ kind: 'service-request', caseId: requestId });
  return useKeyedCall(
    (key, body: TicketDecision) =>
      answerTicket({
        headers: headersIn(language, key),
        path: { requestId },
        body,
        throwOnError: true,
      }),
    { onSuccess: afterwards },
  );
}

/** Returns the calls for the files of an answer and of the messages. */
export function useCaseFiles(requestId: string) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['attachment-rules'],
    queryFn: async () =>
      (await getAttachmentRules({ headers: { 'accept-language': language }, throwOnError: true })).data.data,
  });
  const rules = data?.taken ? data : undefined;
  const files = useAttachments(
    async (key, body) =>
      (
        await uploadCaseAttachment({
          headers: headersIn(language, key),
          path: { requestId },
          body,
          throwOnError: true,
        })
      ).data.data,
    rules,
  );
  const save = ({ id, name }: { id: string; name: string }) =>
    saveFile(`/support/service-requests/${requestId}/attachments/${id}`, name, {
      headers: { 'accept-language': language },
    });
  return { files, rules, save };
}

export function useNote(path: CaseAddress) {
  const language = useLanguage();
  const afterwards = useAfterwards(path);
  return useKeyedCall(
    (key, note: string) =>
      noteCase({ headers: headersIn(language, key), path, body: { note }, throwOnError: true }),
    { onSuccess: () => afterwards() },
  );
}
