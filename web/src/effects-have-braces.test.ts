import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Lints a file of these effects by the rules of the site; gives back what the linter says. */
function lint(...effects: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'effects-'));
  const file = join(folder, 'use-example.ts');
  writeFileSync(
    file,
    `import { useEffect, useLayoutEffect } from 'react';\nexport function useExample() {\n  ${effects.join('\n  ')}\n}\n`,
  );
  const said = spawnSync(
    'npx',
    ['biome', 'lint', `--config-path=${join(process.cwd(), 'biome.json')}`, file],
    {
      encoding: 'utf8',
    },
  );
  rmSync(folder, { recursive: true });
  return said.stdout + said.stderr;
}

const refusals = (said: string) => said.match(/An effect without braces/g)?.length ?? 0;

it('the linter refuses an effect whose value React could take for a cleanup', () => {
  const said = lint(
    'useEffect(() => document.body.scrollIntoView(), []);',
    'useEffect(() => document.body.scrollIntoView());',
    'useLayoutEffect(() => (document.hidden ? document.body.focus() : undefined), []);',
  );
  expect(refusals(said)).toBe(3);
});

it('the linter allows braces, a cleanup and a value that is thrown away', () => {
  const said = lint(
    'useEffect(() => {\n    document.body.scrollIntoView();\n  }, []);',
    'useEffect(() => () => document.body.focus(), []);',
    'useEffect(() => void document.body.scrollIntoView(), []);',
  );
  expect(said).toMatch(/Checked 1 file/);
  expect(refusals(said)).toBe(0);
});
