import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const whole = dirname(fileURLToPath(import.meta.resolve('country-flag-icons/package.json')));
const { version } = JSON.parse(readFileSync(join(whole, 'package.json'), 'utf8'));
const folder = join(whole, '3x2');

/**
 * The folder of the flags on the site: below it, `SA.svg` by the two letters of ISO 3166. The version is in the address, so
 * that browsers can keep a flag for ever.
 */
export const flagsAddress = `/assets/flags-${version}/`;

/** Serves the flags of country-flag-icons. */
export function flagFiles(): Plugin {
  return {
    name: 'flag-files',
    configureServer(server) {
      server.middlewares.use(flagsAddress, (request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(readFileSync(join(folder, basename(request.url ?? ''))));
      });
    },
    generateBundle() {
      for (const file of readdirSync(folder).filter((name) => /^[A-Z]{2}\.svg$/.test(name))) {
        this.emitFile({
          type: 'asset',
          fileName: `${flagsAddress.slice(1)}${file}`,
          source: readFileSync(join(folder, file)),
        });
      }
    },
  };
}
