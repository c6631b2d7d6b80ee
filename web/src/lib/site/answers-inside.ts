import type { Language } from '@/lib/text/language';

const known = new Map<string, unknown>();
const nameOf = (language: Language, name: string) => `${language} ${name}`;

/** Stores an answer under its name. */
export const learnAnswer = (language: Language, name: string, answer: unknown): void => {
  known.set(nameOf(language, name), answer);
};

/**
 * Reads the answers inside the document once. The page's own server wrote them (api/server/webapp/words.go)
 * in the form of the API.
 */
function learnAll(language: Language): void {
  const block = document.getElementById('answers');
  if (block?.lang !== language) {
    return;
  }
  block.remove();
  try {
    for (const [name, answer] of Object.entries(JSON.parse(block.textContent))) {
      learnAnswer(language, name, answer);
    }
  } catch {
    // Unreadable answers are requested from the API.
  }
}

/**
 * Returns an answer from the document, as old as the document; undefined if the answer has to be requested.
 */
export function answerInside<Answer>(language: Language, name: string): Answer | undefined {
  learnAll(language);
  return known.get(nameOf(language, name)) as Answer | undefined;
}
