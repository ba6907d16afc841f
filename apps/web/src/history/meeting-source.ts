/** Platforms of meetings and their names for people. */
export const MEETING_SOURCES: Readonly<Record<string, string>> = {
  zoom: 'Zoom',
  google_meet: 'Google Meet',
  microsoft_teams: 'Microsoft Teams',
  webex: 'Webex',
  room: 'Built-in room',
};

/** The name of a platform; an unknown one as it is. */
export function meetingSourceWording(source: string): string {
  return Object.hasOwn(MEETING_SOURCES, source) ? MEETING_SOURCES[source]! : source;
}
