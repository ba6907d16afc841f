const STORAGE_KEY = 'vivant-theme';

/** Which colours are shown: those of the system, or chosen ones. */
export type Theme = 'system' | 'light' | 'dark';

/** The theme that the reader chose in this browser. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage is refused to some embedded pages; the choice is then only kept for this visit.
    return 'system';
  }
}

/** Shows a theme; the stylesheet follows the attribute. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shows a theme and keeps the choice for later visits. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // As in storedTheme: without storage the choice lasts for this visit.
  }
}
