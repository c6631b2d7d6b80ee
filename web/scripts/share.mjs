import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Each set of calls is generated with its own types and its own copy of the client's runtime. The types of
 * all sets are generated once more in a separate folder, and one copy of the runtime stays; all sets import
 * both. A copy that differs stops the generation.
 */
const api = fileURLToPath(new URL('../src/api/', import.meta.url));
const runtime = 'gen-runtime';
const types = 'gen-types';
// A set without a client has only types.
const sets = readdirSync(api).filter(
  (name) => /^gen(-|$)/.test(name) && name !== runtime && existsSync(join(api, name, 'client')),
);
const parts = ['client', 'core', 'client.gen.ts'];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const textOf = (set) =>
  filesIn(join(api, set))
    .map((file) => file.slice(join(api, set).length + 1))
    .filter((file) => parts.includes(file.split('/')[0]))
    .toSorted()
    .map((file) => `${file}\n${readFileSync(join(api, set, file), 'utf8')}`)
    .join('\n');
const declarationsOf = (set) =>
  readFileSync(join(api, set, 'types.gen.ts'), 'utf8')
    .split(/\n\n(?=\/\*\*|export )/)
    .map((declaration) => declaration.trim());

const [first, ...others] = sets;
for (const other of others) {
  if (textOf(other) !== textOf(first)) {
    throw new Error(`the runtimes of ${first} and ${other} differ: they cannot be one`);
  }
}
const shared = new Set(declarationsOf(types));
for (const set of sets) {
  const own = declarationsOf(set).find((declaration) => !shared.has(declaration));
  if (own) {
    throw new Error(`a type of ${set} is not in ${types}:\n${own}`);
  }
}

rmSync(join(api, runtime), { recursive: true, force: true });
for (const part of parts) {
  cpSync(join(api, first, part), join(api, runtime, part), { recursive: true });
}
const client = join(api, runtime, 'client.gen.ts');
writeFileSync(client, readFileSync(client, 'utf8').replace("'./types.gen'", `'../${types}/types.gen'`));

for (const set of sets) {
  for (const part of [...parts, 'types.gen.ts']) {
    rmSync(join(api, set, part), { recursive: true });
  }
  for (const file of filesIn(join(api, set))) {
    const text = readFileSync(file, 'utf8');
    const imported = text
      .replace(/'(\.\.?)\/(client|core)(\/[^']*|\.gen)?'/g, `'$1/../${runtime}/$2$3'`)
      .replace(/'(\.\.?)\/types\.gen'/g, `'$1/../${types}/types.gen'`)
      .replaceAll("'./../", "'../");
    writeFileSync(file, imported);
  }
}
