import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Lints a file of these lines with the rules of the site; returns the linter's output. */
function lint(lines: string[], name = 'use-example.ts'): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'lint-')), 'src');
  mkdirSync(folder);
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const said = spawnSync('npx', ['biome', 'lint', `--config-path=${resolve('biome.json')}`, folder], {
    encoding: 'utf8',
  });
  rmSync(dirname(folder), { recursive: true });
  return said.stdout + said.stderr;
}

const lintEffects = (...effects: string[]) =>
  lint([
    "import { useEffect, useLayoutEffect } from 'react';",
    'export function useExample() {',
    ...effects,
    '}',
  ]);

const refusals = (said: string, words: string) => said.split(words).length - 1;
const ofEffects = 'An effect without braces';
const ofBrowserParts = 'A visitor may refuse this part';

it('the linter refuses an effect whose value React could take for a cleanup', () => {
  const said = lintEffects(
    'useEffect(() => document.body.scrollIntoView(), []);',
    'useEffect(() => document.body.scrollIntoView());',
    'useLayoutEffect(() => (document.hidden ? document.body.focus() : undefined), []);',
  );
  expect(refusals(said, ofEffects)).toBe(3);
});

it('the linter allows braces, a cleanup and a value that is thrown away', () => {
  const said = lintEffects(
    'useEffect(() => {\n    document.body.scrollIntoView();\n  }, []);',
    'useEffect(() => () => document.body.focus(), []);',
    'useEffect(() => void document.body.scrollIntoView(), []);',
  );
  expect(said).toMatch(/Checked 1 file/);
  expect(refusals(said, ofEffects)).toBe(0);
});

const touches = [
  "export const kept = localStorage.getItem('kept');",
  'export const tab = window.sessionStorage;',
  'export const database = globalThis.indexedDB;',
  'export const cookies = document.cookie;',
  'export const workers = navigator.serviceWorker;',
  'export const store = window.navigator.credentials;',
  "export const channel = new BroadcastChannel('orders');",
  'export const files = caches.keys();',
];

it('Linter_DirectTouchOfARefusablePart_IsRefused', () => {
  expect(refusals(lint(touches), ofBrowserParts)).toBe(touches.length);
});

it('Linter_DirectTouchInATest_IsAllowed', () => {
  const said = lint(touches, 'example.test.ts');
  expect(said).toMatch(/Checked 1 file/);
  expect(refusals(said, ofBrowserParts)).toBe(0);
});
