import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon.tsx';
import { chooseTheme, storedTheme, type Theme } from '../theme.ts';
import { Mark } from './mark.tsx';

const THEMES: Readonly<
  Record<Theme, { readonly label: string; readonly icon: IconName; readonly next: Theme }>
> = {
  system: { label: 'as the system', icon: 'screen', next: 'light' },
  light: { label: 'light', icon: 'sun', next: 'dark' },
  dark: { label: 'dark', icon: 'moon', next: 'system' },
};

/** The bar above every page: the name, what belongs to the page, and the theme. */
export function TopBar({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <header class="top-bar">
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <div class="brand">
        <Mark />
        <span class="brand-name">Vivant</span>
        <span class="brand-page">{title}</span>
      </div>
      <div class="top-bar-items">
        {children}
        <ThemeToggle />
      </div>
    </header>
  );
}

function ThemeToggle() {
  const [theme, setTheme] = useState(storedTheme);
  const { label, icon, next } = THEMES[theme];
  const choose = () => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <button class="icon-button" type="button" onClick={choose} title={`Colours: ${label}`}>
      <Icon name={icon} />
      <span class="visually-hidden">Colours: {label}. Switch.</span>
    </button>
  );
}
