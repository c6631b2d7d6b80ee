import { useQuery } from '@tanstack/react-query';
import type { KeptCard } from '@/api/gen-lines';
import { useSession } from '@/lib/session';
import { useLanguage } from '@/lib/text/use-language';

/** What is chosen where no kept card is. */
export const otherCard = 'other';

/** The calls of members' pages come when somebody is signed in. */
async function readCards(language: string): Promise<KeptCard[]> {
  const { listCards } = await import('@/api/gen-lines');
  const answer = await listCards({ headers: { 'accept-language': language }, throwOnError: true });
  return answer.data.data;
}

interface Kept {
  /** Guests keep none; nor does anybody whose cards cannot be read: another card always pays. */
  cards: readonly KeptCard[];
  mayKeep: boolean;
  isPending: boolean;
}

/** The cards of whoever is signed in, the default first. */
export function useKeptCards(): Kept {
  const language = useLanguage();
  const { status } = useSession();
  const mayKeep = status === 'signed-in';
  const { data = [], isLoading } = useQuery({
    queryKey: ['kept-cards', language],
    queryFn: () => readCards(language),
    enabled: mayKeep,
    staleTime: 0,
  });
  return { cards: data, mayKeep, isPending: status === 'starting' || isLoading };
}

/** What is chosen at first: the default card, unless it has expired. */
export const firstChoice = (cards: readonly KeptCard[]): string =>
  cards.find(({ expired }) => !expired)?.id ?? otherCard;
