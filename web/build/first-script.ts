import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

/** The one script that the first paint waits for, as a file: the content policy takes none in the page. */
export function firstScript(file: URL): Plugin {
  const { code: source } = minifySync('first.js', readFileSync(file, 'utf8'));
  const fileName = `assets/first-${createHash('sha256').update(source).digest('hex').slice(0, 7)}.js`;
  return {
    name: 'first-script',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head' }],
    },
  };
}
