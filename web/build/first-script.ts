import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

/**
 * Puts the only script that the first paint waits for into the page. The server names the script's hash in
 * the content security policy.
 */
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
          injectTo: 'head-prepend', // a script after the stylesheet would wait for the stylesheet
        },
      ],
    },
  };
}
