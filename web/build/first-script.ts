import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

/** The one script that the first paint waits for stands in the page. The server names its hash in the content policy. */
export function firstScript(file: URL): Plugin {
  return {
    name: 'first-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          children: minifySync('first.js', readFileSync(file, 'utf8')).code,
          injectTo: 'head-prepend', // one behind the stylesheet would wait for it
        },
      ],
    },
  };
}
