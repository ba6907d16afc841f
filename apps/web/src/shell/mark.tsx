/** The mark of Vivant, decorative: its name stands beside it. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle class="mark-ring" cx="16" cy="16" r="13" transform="rotate(-60 16 16)" />
      <circle class="mark-dot" cx="16" cy="16" r="5" />
    </svg>
  );
}
