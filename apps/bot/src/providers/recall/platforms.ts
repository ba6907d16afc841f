const PLATFORMS: readonly (readonly [platform: string, host: RegExp])[] = [
  ['zoom', /^(?:[\w-]+\.)*(?:zoom\.us|zoom\.com|zoomgov\.com)$/],
  ['google_meet', /^meet\.google\.com$/],
  ['microsoft_teams', /^(?:teams\.microsoft\.com|teams\.live\.com|teams\.cloud\.microsoft)$/],
  ['webex', /^(?:[\w-]+\.)+webex\.com$/],
];

/** The platform of a meeting by the host of its address; undefined for any other host. */
export function platformOf({ protocol, hostname }: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return PLATFORMS.find(([, host]) => host.test(hostname))?.[0];
}
