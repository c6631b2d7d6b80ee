import type { Language } from '@/lib/text/language';

const known = new Map<string, unknown>();
const nameOf = (language: Language, name: string) => `${language} ${name}`;

/** From now on this is the answer of that name. */
export const learnAnswer = (language: Language, name: string, answer: unknown): void => {
  known.set(nameOf(language, name), answer);
};

/** What came inside the document, once. The page's own server wrote it (api/server/webapp/words.go), each answer as the API gives it. */
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
    // Then they are asked for.
  }
}

/** An answer that came inside the document, and is as old as the document; undefined where it has to be asked for. */
export function answerInside<Answer>(language: Language, name: string): Answer | undefined {
  learnAll(language);
  return known.get(nameOf(language, name)) as Answer | undefined;
}
