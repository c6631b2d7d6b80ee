import { useQuery } from '@tanstack/react-query';
import { getAttachmentRules, uploadAttachment } from '@/api/gen-tickets';
import { useAttachments } from '@/components/attachments/use-attachments';
import { useLineCall } from '@/lib/session/use-line-call';

/**
 * Returns the files of a customer's form; without rules no files are accepted, and the form has no place for
 * them.
 */
export function useFiles() {
  const { headers } = useLineCall();
  const { data } = useQuery({
    queryKey: ['attachment-rules', headers],
    queryFn: async () => (await getAttachmentRules({ headers, throwOnError: true })).data.data,
  });
  const rules = data?.taken ? data : undefined;
  const files = useAttachments(
    async (key, body) =>
      (await uploadAttachment({ headers: { ...headers, 'Idempotency-Key': key }, body, throwOnError: true }))
        .data.data,
    rules,
  );
  return { files, rules };
}
