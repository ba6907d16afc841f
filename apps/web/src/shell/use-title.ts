import { useEffect } from 'preact/hooks';

/** Names the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vivant`;
  }, [title]);
}
