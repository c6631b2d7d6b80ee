import { useQuery } from '@tanstack/react-query';
import type { KeptCard } from '@/api/gen-lines';
import { useSession } from '@/lib/session';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';

/** The calls of members' pages load after the sign-in. */
async function readCards(language: string): Promise<KeptCard[]> {
  const { listCards } = await import('@/api/gen-lines');
  const answer = await listCards({ headers: { 'accept-language': language }, throwOnError: true });
  return answer.data.data;
}

/** Another tab may have kept one, or forgotten it. */
export const keptCardsQuery = (language: Language) => ({
  queryKey: ['kept-cards', language],
  queryFn: () => readCards(language),
  staleTime: 0,
});

interface Kept {
  /** Guests have none. A customer whose cards cannot be read has none either: a new card always works. */
  cards: readonly KeptCard[];
  mayKeep: boolean;
  isPending: boolean;
}

/** The saved cards of the signed-in customer, the default first. */
export function useKeptCards(): Kept {
  const language = useLanguage();
  const { status } = useSession();
  const mayKeep = status === 'signed-in';
  const { data = [], isLoading } = useQuery({ ...keptCardsQuery(language), enabled: mayKeep });
  return { cards: data, mayKeep, isPending: status === 'starting' || isLoading };
}
