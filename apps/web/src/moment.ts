const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The time of day of an ISO 8601 moment, where the reader is. */
export function formatTime(at: string): string {
  return TIME.format(new Date(at));
}

/** Day and time of an ISO 8601 moment, where the reader is. */
export function formatMoment(at: string): string {
  return MOMENT.format(new Date(at));
}
