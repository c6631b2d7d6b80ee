import { riyalNoun } from './riyal-noun';

export type Branch = { [key: string]: string | Branch };
export type Values = Record<string, unknown>;

type Load = (language: string, namespace: string) => Promise<Branch>;

const found = (texts: Branch | undefined, path: string): string | undefined => {
  const at = path
    .split('.')
    .reduce<string | Branch | undefined>(
      (branch, key) => (typeof branch === 'object' ? branch[key] : undefined),
      texts,
    );
  return typeof at === 'string' ? at : undefined;
};

const filled = (text: string, values: Values): string =>
  text
    .replace(/\{\{\s*(\w+)\s*\}\} ريال(?![\u0620-\u06ff])/g, (_all, name: string) => {
      const amount = String(values[name] ?? '');
      return `${amount} ${riyalNoun(amount)}`;
    })
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(values[name] ?? ''));

/**
 * Returns the plural forms of a text for a number, in order of preference. Zero has its own form in each
 * language that defines one.
 */
function forms(language: string, count: unknown): string[] {
  if (typeof count !== 'number') {
    return [''];
  }
  const form = `_${new Intl.PluralRules(language).select(count)}`;
  return count === 0 ? ['_zero', form, ''] : [form, ''];
}

/**
 * Texts by language and file, in the format of i18next: {{name}} is replaced, and `count` selects _one and
 * the other plural suffixes.
 */
export class Translator {
  language = '';
  isInitialized = false;
  /** The prerendering replaces this function to inspect each text. */
  look = (text: string, _name: string, _raw: string): string => text;

  readonly #load: Load;
  readonly #files = new Map<string, Branch>();
  readonly #coming = new Map<string, Promise<void>>();
  readonly #names = new Set<string>();
  readonly #readers = new Set<() => void>();

  constructor(load: Load) {
    this.#load = load;
  }

  readonly subscribe = (reader: () => void) => {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  };

  hasLoadedNamespace(name: string): boolean {
    return this.#files.has(`${this.language} ${name}`);
  }

  /** Loads files in the language of the page. */
  async loadNamespaces(names: string | readonly string[]): Promise<void> {
    await this.#loadAll(this.language, [names].flat());
  }

  /** Changes the language after all used files have loaded in the new language. */
  async changeLanguage(language: string): Promise<void> {
    await this.#loadAll(language, ['common', ...this.#names]);
    this.language = language;
    this.isInitialized = true;
    this.#tell();
  }

  /** Returns a text by `key` of a file, or by `file:key`. A missing text is shown as its key. */
  t(name: string, values: Values = {}, file = 'common'): string {
    const [namespace = file, key = name] = name.includes(':') ? name.split(':') : [];
    const texts = this.#files.get(`${this.language} ${namespace}`);
    for (const form of forms(this.language, values.count)) {
      const raw = found(texts, key + form);
      if (raw !== undefined) {
        return this.look(filled(raw, values), `${namespace}:${key}${form}`, raw);
      }
    }
    return key;
  }

  #tell(): void {
    for (const reader of this.#readers) {
      reader();
    }
  }

  async #loadAll(language: string, names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#bring(language, name)));
    for (const name of names) {
      this.#names.add(name);
    }
  }

  #bring(language: string, name: string): Promise<void> {
    const file = `${language} ${name}`;
    const coming = this.#coming.get(file) ?? this.#read(language, name, file);
    this.#coming.set(file, coming);
    return coming;
  }

  async #read(language: string, name: string, file: string): Promise<void> {
    try {
      this.#files.set(file, await this.#load(language, name));
      this.#tell();
    } catch (error) {
      this.#coming.delete(file); // the next user of the file requests it again
      throw error;
    }
  }
}
