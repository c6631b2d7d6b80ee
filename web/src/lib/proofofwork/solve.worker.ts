import type { Work } from '@/api/gen';
import { solve } from './solve';

addEventListener('message', async ({ data }: MessageEvent<Work>) => {
  postMessage(await solve(data).catch(() => undefined));
});
