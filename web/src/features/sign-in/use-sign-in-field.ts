import { type ChangeEvent, type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import type { CodeSent } from '@/api/gen-session';
import { useAttempt } from '@/lib/form/use-attempt';
import { settingsNow } from '@/lib/site/site';
import { nationalMobile } from '@/lib/text/digits';
import { usualPrefix, type Whose, whoseNumber } from '@/lib/text/whose-number';

/** The kind of the typed name, by its form alone: no call asks whether it has an account. */
export type Way = Whose | 'e-mail';

const wayOf = (name: string): Way =>
  name.includes('@') ? 'e-mail' : whoseNumber(name, settingsNow()?.operatorPrefix ?? usualPrefix);

/** Tells whether a name can get a code. A number in another operator's range may be a ported one. */
export const getsCodes = (way: Way): boolean => way === 'ours' || way === 'other';

interface Typed {
  name: string;
  password: string;
}

const typedInto = (form: HTMLFormElement | null): Typed => {
  const data = new FormData(form ?? undefined);
  return { name: String(data.get('name') ?? '').trim(), password: String(data.get('password') ?? '') };
};

const focusOn = (form: HTMLFormElement | null, field: keyof Typed) =>
  form?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();

interface Sent {
  mobile: string;
  code: CodeSent;
  CodeStep: ComponentType<{ mobile: string; sent: CodeSent; onCancel: () => void }>;
}

type Wrong = { name?: 'missing' | 'unreadable' | undefined; password?: boolean };

/** Returns the reason why a name is invalid. */
const wrongName = (name: string, way: Way): Wrong['name'] =>
  name === '' ? 'missing' : way === 'no-number' ? 'unreadable' : undefined;

function usePasswordWay() {
  const [offersPasskey, setOffersPasskey] = useState(false);
  const signIn = useAttempt(async ({ name, password }: Typed) => {
    const { signInByPassword, deviceMakesPasskeys } = await import('./door-calls');
    setOffersPasskey(await deviceMakesPasskeys());
    await signInByPassword(name, password);
  });
  return { signIn, offersPasskey };
}

function useCodeWay() {
  const [sent, setSent] = useState<Sent>();
  const code = useAttempt(async (mobile: string) => {
    const [{ sendCode }, { default: CodeStep }] = await Promise.all([
      import('./door-calls'),
      import('./code-step'),
    ]);
    setSent({ mobile, code: await sendCode(mobile, 'login'), CodeStep });
  });
  return { sent, code, cancelCode: () => setSent(undefined) };
}

/** The state of the single field: it leads to the way of signing in that fits the typed name. */
export function useSignInField() {
  const form = useRef<HTMLFormElement>(null);
  const [way, setWay] = useState<Way>();
  const [kept, setKept] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const { signIn, offersPasskey } = usePasswordWay();
  const { sent, code, cancelCode } = useCodeWay();
  const open = way !== undefined;
  useEffect(() => {
    if (open) {
      focusOn(form.current, 'password');
    }
  }, [open]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, password } = typedInto(form.current);
    const found = wayOf(name);
    const nameIs = wrongName(name, found);
    setWrong({ name: nameIs, password: open && !password });
    code.clear();
    if (nameIs) {
      focusOn(form.current, 'name');
      return;
    }
    setWay(found);
    setKept(password);
    if (password) {
      void signIn.attempt({ name, password });
    } else if (open) {
      focusOn(form.current, 'password');
    }
  };
  const nameTyped = (event: ChangeEvent<HTMLInputElement>) => {
    if (open) {
      setWay(wayOf(event.currentTarget.value));
    }
  };
  const sendCode = () => {
    signIn.clear();
    void code.attempt(nationalMobile(typedInto(form.current).name));
  };
  return {
    form,
    way,
    kept,
    wrong,
    submit,
    nameTyped,
    signIn,
    offersPasskey,
    sent,
    code,
    sendCode,
    cancelCode,
  };
}

export type SignInField = ReturnType<typeof useSignInField>;
