import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../icon.tsx';

/** A page or region that has nothing to show but a message: empty, missing or failed. */
export function MessagePanel(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly tone?: 'neutral' | 'bad';
  readonly level?: 1 | 2;
  readonly children?: ComponentChildren;
}) {
  const Heading = props.level === 1 ? 'h1' : 'h2';
  return (
    <section class={`message-panel tone-${props.tone ?? 'neutral'}`}>
      <span class="message-icon">
        <Icon name={props.icon} />
      </span>
      <Heading>{props.title}</Heading>
      <div class="message-text">{props.children}</div>
    </section>
  );
}
