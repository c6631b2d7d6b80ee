import { Button } from '@mantine/core';
import { CopyButton } from '@/components/copy-button';
import { PrimaryButton, PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { SubmitButton } from '@/components/submit-button';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

/** Buttons: the app's own for pages of the first paint, Mantine's for all other pages. */
export function Buttons() {
  const { action, other, long } = useWords();
  return (
    <>
      <Specimen of="primary-action">
        <p className="row">
          <PrimaryButton onClick={() => undefined}>{action}</PrimaryButton>
          <PrimaryLink to="/">{action}</PrimaryLink>
          <SecondaryLink to="/">{other}</SecondaryLink>
        </p>
      </Specimen>
      <Specimen of="submit-button, idle and busy">
        <div className="stack">
          <SubmitButton busy={false}>{action}</SubmitButton>
          <SubmitButton busy>{action}</SubmitButton>
        </div>
      </Specimen>
      <Specimen of="Mantine's Button, filled">
        <p className="row">
          <Button size="lg">{action}</Button>
          <Button size="lg" loading>
            {action}
          </Button>
          <Button size="lg" disabled>
            {action}
          </Button>
        </p>
      </Specimen>
      <Specimen of="Mantine's Button, default and red">
        <p className="row">
          <Button variant="default">{other}</Button>
          <Button variant="default" loading>
            {other}
          </Button>
          <Button variant="default" disabled>
            {other}
          </Button>
          <Button color="red">{action}</Button>
        </p>
      </Specimen>
      <Specimen of="Mantine's Button, primary-action with a long text">
        <Button size="lg" className="primary-action">
          {long}
        </Button>
      </Specimen>
      <Specimen of="copy-button">
        <CopyButton text="SC12345678" />
      </Specimen>
    </>
  );
}
