import { useEffect, useState } from 'preact/hooks';
import { ApiFailure, type KeyStatus, readKeyStatus, saveKey } from '../api.ts';
import { formText } from '../form-text.ts';
import { Icon } from '../icon.tsx';
import { formatMoment } from '../moment.ts';
import { askToSignIn, SignedInBar } from '../shell/signed-in-bar.tsx';
import { useTitle } from '../shell/use-title.ts';

/** The organization's key for the verification service. */
export function SettingsPage() {
  useTitle('Settings');
  const [status, setStatus] = useState<KeyStatus>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    readKeyStatus().then(setStatus, (error: unknown) => {
      if (error instanceof ApiFailure && error.status === 401) askToSignIn();
      else setFailure(error instanceof Error ? error.message : String(error));
    });
  }, []);
  return (
    <>
      <SignedInBar title="Settings" />
      <main id="content" class="narrow">
        <section class="panel">
          <h1>Verification key</h1>
          <p class="muted">
            The bot has people judged by the verification service with this key. It is stored encrypted and
            never shown again.
          </p>
          {failure && (
            <p class="field-error" role="alert">
              {failure}
            </p>
          )}
          {status && <KeyState status={status} />}
          {status && <KeyForm isConfigured={status.configured} onSaved={setStatus} />}
        </section>
      </main>
    </>
  );
}

function KeyState({ status }: { readonly status: KeyStatus }) {
  return (
    <dl class="facts" data-configured={status.configured}>
      <div>
        <dt>State</dt>
        <dd>
          <span class={`pill tone-${status.configured ? 'good' : 'warn'}`}>
            <span class="dot" />
            {status.configured ? 'Set' : 'Not set'}
          </span>
        </dd>
      </div>
      {status.last4 && (
        <div>
          <dt>Ends with</dt>
          <dd>
            <code>{status.last4}</code>
          </dd>
        </div>
      )}
      {status.updatedAt && (
        <div>
          <dt>Changed</dt>
          <dd>
            <time dateTime={status.updatedAt}>{formatMoment(status.updatedAt)}</time>
          </dd>
        </div>
      )}
    </dl>
  );
}

function KeyForm(props: { readonly isConfigured: boolean; readonly onSaved: (status: KeyStatus) => void }) {
  const [failure, setFailure] = useState<string>();
  const [progress, setProgress] = useState<'idle' | 'busy' | 'saved'>('idle');

  const submit = async (form: HTMLFormElement) => {
    setProgress('busy');
    setFailure(undefined);
    try {
      props.onSaved(await saveKey(formText(form, 'apiKey').trim()));
      form.reset();
      setProgress('saved');
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) askToSignIn();
      setFailure(error instanceof Error ? error.message : String(error));
      setProgress('idle');
    }
  };

  return (
    <form
      class="form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <label>
        {props.isConfigured ? 'New key' : 'Key'}
        <input
          name="apiKey"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          aria-describedby="key-hint"
          aria-invalid={failure !== undefined}
        />
      </label>
      <p id="key-hint" class="muted">
        Starts with sk-. It is tried out before it is saved.
      </p>
      <p class="field-error" role="alert" hidden={!failure}>
        {failure}
      </p>
      <button class="button primary" type="submit" disabled={progress === 'busy'}>
        {progress === 'busy' ? 'Trying the key' : 'Save key'}
      </button>
      <p class="saved" role="status">
        {progress === 'saved' && (
          <>
            <Icon name="check" />
            The key works and is saved.
          </>
        )}
      </p>
    </form>
  );
}
