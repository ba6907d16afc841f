import { useState } from 'preact/hooks';
import { signOut } from '../api.ts';
import { Icon } from '../icon.tsx';
import { TopBar } from './top-bar.tsx';

const PAGES = [
  { path: '/history', label: 'History' },
  { path: '/settings', label: 'Settings' },
] as const;

/** The top bar of the pages behind the sign-in. */
export function SignedInBar({ title }: { readonly title: string }) {
  const [failure, setFailure] = useState<string>();
  const leave = async () => {
    try {
      await signOut();
      location.assign('/signin');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <TopBar title={title}>
      <nav class="top-nav" aria-label="Pages">
        {PAGES.map(({ path, label }) => (
          <a key={path} href={path} aria-current={location.pathname === path ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <button class="button quiet" type="button" onClick={() => void leave()}>
        <Icon name="leave" />
        Sign out
      </button>
      {failure && (
        <p class="field-error" role="alert">
          {failure}
        </p>
      )}
    </TopBar>
  );
}

/** Goes to the sign-in page and comes back afterwards. */
export function askToSignIn(): void {
  location.replace(`/signin?next=${encodeURIComponent(location.pathname + location.search)}`);
}
