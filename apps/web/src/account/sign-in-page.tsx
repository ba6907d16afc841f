import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, readAccount, signIn } from '../api.ts';
import { formText } from '../form-text.ts';
import { pathAfterSignIn } from '../route.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { useTitle } from '../shell/use-title.ts';

/** Asks for the address and the password. */
export function SignInPage() {
  useTitle('Sign in');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(leaveWhenSignedIn, []);

  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(formText(form, 'email'), formText(form, 'password'));
      location.replace(target());
    } catch (error) {
      setBusy(false);
      setFailure(wordsOf(error));
      alert.current?.focus();
    }
  };

  return (
    <>
      <TopBar title="Sign in" />
      <main id="content" class="narrow">
        <form
          class="panel form"
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          <h1>Sign in</h1>
          <p class="muted">To see the history of analyses and the settings of your organization.</p>
          <label>
            Email
            <input name="email" type="email" autocomplete="username" required />
          </label>
          <label>
            Password
            <input name="password" type="password" autocomplete="current-password" required />
          </label>
          <p ref={alert} class="field-error" role="alert" tabIndex={-1} hidden={!failure}>
            {failure}
          </p>
          <button class="button primary" type="submit" disabled={isBusy}>
            {isBusy ? 'Signing in' : 'Sign in'}
          </button>
        </form>
      </main>
    </>
  );
}

function leaveWhenSignedIn(): void {
  readAccount().then(
    (account) => account && location.replace(target()),
    // The form is shown either way; what is wrong shows when it is sent.
    () => {},
  );
}

function target(): string {
  return pathAfterSignIn(new URLSearchParams(location.search).get('next'), location.origin);
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return String(error);
  if (error.status === 401) return 'The email address and the password do not belong together.';
  if (error.status === 429) return 'Too many attempts. Wait a minute and try again.';
  return error.message;
}
