import type { Work } from '@/api/gen';
import { tokenOf } from './captcha';
import { isChecking } from './checking';

/** Solves the work in a web worker, so that the page stays responsive. */
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

async function numberOf(work: Work): Promise<string> {
  const { algorithm, challenge, salt, signature } = work;
  const number = await solvedInWorker(work);
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

/** Returns the header of the repeated call (ADR 64): the captcha token or the number that solves the work. */
export async function worked(work: Work): Promise<string> {
  isChecking(true);
  try {
    return await (work.captcha ? tokenOf(work.captcha).catch(() => numberOf(work)) : numberOf(work));
  } finally {
    isChecking(false);
  }
}
