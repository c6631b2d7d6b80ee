import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', eager: true, import: 'default' });
const written = Object.entries(sources)
  .map(([file, text]): [string, string] => [file.replace(/^\/src\/|\.tsx$/g, ''), text])
  .filter(([file]) => !/\.test$|^(testing|gallery)\//.test(file));

/** These files have a `<form` of their own, without the form library. */
const bare = {
  // search boxes of one field, which work before the page comes alive
  'components/search-form': 'the frame of each page has it: the library would double its script',
  'console/find/find-page': 'its text never leaves the page in an address',
  'features/home/hero/number-search': 'its digits go into the address, also without a script',
  'features/shops/filters': 'its words go into the address',
  // other forms
  'components/one-time-code': 'sends itself with the sixth digit; the first page of the sign-in has it',
  'features/saved-cards/add-card': "its only fields are the provider's",
  'features/sign-in/login-page':
    'a page of the first paint, which the browser fills in before it comes alive',
};

/** Names the states of a form's file that hold what an input has. */
function heldBesideTheForm(text: string): string[] {
  const states = [...text.matchAll(/const \[(\w+), (set\w+)\] =\s*useState\b/g)];
  return states.flatMap(([, state = '', set = '']) => {
    const shown = new RegExp(`\\b(value|checked)=\\{${state}\\b`);
    const heard = new RegExp(`\\b${set}\\([^;]*[tT]arget\\.(value|checked)\\b|onChange=\\{${set}\\}`);
    return shown.test(text.replaceAll(/<Msisdn [^>]*>/g, '')) || heard.test(text) ? [state] : [];
  });
}

const hasForm = (text: string): boolean => /<Form\b/.test(text);

it('Forms_WithoutTheLibrary_AreListed', () => {
  const own = written.filter(([file, text]) => /<form\b/.test(text) && !file.startsWith('components/form/'));
  expect(own.map(([file]) => file).sort()).toEqual(Object.keys(bare).sort());
});

it('Forms_ValueOfAField_IsNoState', () => {
  const double = written
    .filter(([, text]) => hasForm(text))
    .flatMap(([file, text]) => heldBesideTheForm(text).map((state) => `${file}: ${state}`));
  expect(double).toEqual([]);
});

it.each([
  ["const [typed, setTyped] = useState('');\n<Form><input value={typed} /></Form>", ['typed']],
  ['const [on, setOn] = useState(false);\n<Form><input checked={on} /></Form>', ['on']],
  [
    "const [a, setA] = useState<string>('');\n<Form><input onChange={(event) => setA(event.currentTarget.value)} /></Form>",
    ['a'],
  ],
  ['const [day, setDay] = useState();\n<Form><DayField onChange={setDay} /></Form>', ['day']],
  ['const [open, setOpen] = useState(false);\n<Form><button onClick={() => setOpen(true)} /></Form>', []],
])('the rule of states finds in %j the fields %j', (text, found) => {
  expect(heldBesideTheForm(text)).toEqual(found);
});

it('Forms_FieldsOfTheLibrary_AreBoundInOnePlace', () => {
  const register = written.filter(
    ([file, text]) => /\.register\(/.test(text) && !file.startsWith('components/form/'),
  );
  expect(register.map(([file]) => file)).toEqual([]);
});
