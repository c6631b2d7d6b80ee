import { useQuery } from '@tanstack/react-query';
import type { SavedCard } from '@/api/gen-lines';
import { useSession } from '@/lib/session';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';

/** The calls of members' pages load after the sign-in. */
async function readCards(language: string): Promise<SavedCard[]> {
  const { listCards } = await import('@/api/gen-lines');
  const answer = await listCards({ headers: { 'accept-language': language }, throwOnError: true });
  return answer.data.data;
}

/** Another tab may have saved or deleted a card. */
export const savedCardsQuery = (language: Language) => ({
  queryKey: ['saved-cards', language],
  queryFn: () => readCards(language),
  staleTime: 0,
});

interface Kept {
  /**
   * The saved cards; empty for guests. Also empty if the cards cannot be read, because the customer can
   * always pay with a new card.
   */
  cards: readonly SavedCard[];
  mayKeep: boolean;
  isPending: boolean;
}

/** Returns the saved cards of the signed-in customer, the default card first. */
export function useSavedCards(): Kept {
  const language = useLanguage();
  const { status } = useSession();
  const mayKeep = status === 'signed-in';
  const { data = [], isLoading } = useQuery({ ...savedCardsQuery(language), enabled: mayKeep });
  return { cards: data, mayKeep, isPending: status === 'starting' || isLoading };
}
