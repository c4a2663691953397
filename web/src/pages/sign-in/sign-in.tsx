import { type FormEvent, useState } from 'react';
import { useKept } from '../../app/state/use-kept.ts';
import { resetPassword, signIn, signInWithProvider, usePerson, useSignInEnded } from '../../data/account.ts';
import { siteConfig } from '../../data/firebase.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import styles from './sign-in.module.css';
import { signInError } from './sign-in-error.ts';

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  apple: 'Apple',
};

/** Runs one sign-in attempt at a time, and keeps the error message to show in the form. */
function useAttempt() {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(signInError(failure, text));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, setError, attempt };
}

/** The next key was meant for the page that was there before, not for a field. */
const takeFocus = (page: HTMLElement | null): void => page?.focus();

export function SignIn() {
  const text = useText();
  const person = usePerson();
  const { providers, people } = siteConfig();
  const { isBusy, error, setError, attempt } = useAttempt();
  const ended = useSignInEnded() ? person : null;
  const kept = useKept();
  return (
    <main className={styles.page} tabIndex={-1} ref={ended ? takeFocus : null}>
      <div className={styles.card}>
        <h1 className={styles.brand}>
          <img src="/icon.svg" alt="" />
          {text.product}
        </h1>
        {(kept || ended) && (
          <p className={styles.waiting} role="status">
            {kept ? text.signInToSend(kept) : text.signInToGoOn(ended?.name ?? '')}
          </p>
        )}
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <PasswordForm
          {...{ isBusy, attempt, isFirst: !ended }}
          onMissing={() => setError(text.enterEmailFirst)}
        />
        {providers.map((name) => (
          <Button key={name} isDisabled={isBusy} onPress={() => attempt(() => signInWithProvider(name))}>
            {text.signInWith(PROVIDER_NAMES[name] ?? name)}
          </Button>
        ))}
        {people.length > 0 && <SamplePeople isBusy={isBusy} attempt={attempt} />}
      </div>
    </main>
  );
}

interface PartProps {
  isBusy: boolean;
  attempt: (work: () => Promise<void>) => Promise<void>;
}

interface PasswordFormProps extends PartProps {
  /** The focus begins here. */
  isFirst: boolean;
  onMissing: () => void;
}

function PasswordForm({ isBusy, attempt, isFirst, onMissing }: PasswordFormProps) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [resetFor, setResetFor] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(() => signIn(email.trim(), password));
  };
  const reset = () => {
    const address = email.trim();
    if (address === '') return onMissing();
    void attempt(() => resetPassword(address).then(() => setResetFor(address)));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={text.email}
        type="email"
        autoComplete="username"
        autoFocus={isFirst}
        value={email}
        onChange={setEmail}
      />
      <Field
        label={text.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" isPending={isBusy}>
        {text.signIn}
      </Button>
      <Button look="quiet" onPress={reset} isDisabled={isBusy}>
        {text.forgotPassword}
      </Button>
      {resetFor && (
        <p className={styles.said} role="status">
          {text.resetSent(resetFor)}
        </p>
      )}
    </form>
  );
}

function SamplePeople({ isBusy, attempt }: PartProps) {
  const text = useText();
  return (
    <section className={styles.people}>
      <h2>{text.samplePeople}</h2>
      <p className="secondary">{text.samplePeopleHint}</p>
      <div className={styles.row}>
        {siteConfig().people.map(({ name, email, password }) => (
          <Button key={email} isDisabled={isBusy} onPress={() => attempt(() => signIn(email, password))}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
