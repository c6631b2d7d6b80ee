import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { storageKey } from './storage-key';

/** The names of the files that a build with this key writes. */
function filesOfBuild(key: string | undefined): string[] {
  const files: string[] = [];
  const { generateBundle } = storageKey(key);
  const emitFile = (file: { fileName: string }) => files.push(file.fileName);
  (generateBundle as unknown as (this: { emitFile: typeof emitFile }) => void).call({ emitFile });
  return files;
}

it.each([undefined, ''])('marks a site that was built without its own storage key: %s', (key) => {
  const files = filesOfBuild(key);
  expect(files).toHaveLength(1);
  const doctor = readFileSync('../cmd/selfcare/app/examinations.go', 'utf8');
  expect(doctor).toContain(`const commonKey = "/${files[0]}"`);
});

it('leaves a site with its own storage key unmarked', () => {
  expect(filesOfBuild('a key of this site')).toEqual([]);
});
