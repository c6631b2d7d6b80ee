/** Failures to load a part of the page, with the names of the specification (section 8). */
export type ChunkFailure = 'missing' | 'timeout' | 'error' | 'css';

const messages: [RegExp, ChunkFailure][] = [
  [/preload CSS/i, 'css'],
  [/dynamically imported module|module script failed/i, 'missing'],
  [/Loading chunk failed \(timeout\)/, 'timeout'],
  [/Loading chunk failed/, 'error'],
];

/** Returns why a part of the page failed to load; undefined for other errors. */
export function chunkFailureOf(error: unknown): ChunkFailure | undefined {
  const text = error instanceof Error ? error.message : '';
  return messages.find(([pattern]) => pattern.test(text))?.[1];
}

/** Returns the wording of the specification for such a failure. */
export const wordsOf = (failure: ChunkFailure): string =>
  failure === 'css' ? 'CSS_CHUNK_LOAD_FAILED' : `Loading chunk failed (${failure})`;

/** Waits for a part of the page, at most for the time limit if there is one. */
export async function inTime<Part>(part: Promise<Part>, limitMs: number | undefined): Promise<Part> {
  if (limitMs === undefined) {
    return part;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(wordsOf('timeout'))), limitMs);
  });
  try {
    return await Promise.race([part, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
