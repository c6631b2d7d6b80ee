import type { Work } from '@/api/gen';
import { isChecking } from './checking';

/** Beside the page, which goes on meanwhile. */
function solvedInWorker(work: Work): Promise<number> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number>((resolve, reject) => {
    const fail = () => reject(new Error('the proof of work failed'));
    worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) =>
      data === undefined ? fail() : resolve(data),
    );
    worker.addEventListener('error', fail);
    worker.postMessage(work);
  }).finally(() => worker.terminate());
}

/** What the header of the repeated call says (ADR 64). */
export async function worked(work: Work): Promise<string> {
  isChecking(true);
  try {
    const { algorithm, challenge, salt, signature } = work;
    const number = await solvedInWorker(work);
    return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  } finally {
    isChecking(false);
  }
}
