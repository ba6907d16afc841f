/** What the provider's sub codes mean, for people. The provider may add others at any time. */
const REASONS: Readonly<Record<string, string>> = {
  bot_errored: 'The bot failed inside the meeting.',
  bot_kicked_from_call: 'Someone removed the bot from the meeting.',
  bot_kicked_from_waiting_room: 'Someone refused the bot in the waiting room.',
  bot_received_leave_call: 'The bot was told to leave.',
  call_ended_by_host: 'The host ended the meeting.',
  call_ended_by_platform_idle: 'The platform ended the meeting because it was idle.',
  call_ended_by_platform_max_length: 'The meeting reached the longest duration of its plan.',
  call_ended_by_platform_waiting_room_timeout: 'Nobody let the bot in from the waiting room.',
  google_meet_bot_blocked: 'Google Meet did not let the bot in.',
  google_meet_internal_error: 'Google Meet reported an error.',
  google_meet_sign_in_failed: 'The bot could not sign in to Google Meet.',
  meeting_ended: 'The meeting had ended already.',
  meeting_full: 'The meeting is full.',
  meeting_link_expired: 'The link to the meeting has expired.',
  meeting_link_invalid: 'The link to the meeting is not valid.',
  meeting_locked: 'The meeting is locked.',
  meeting_not_found: 'There is no such meeting.',
  meeting_not_started: 'The meeting has not started.',
  meeting_password_incorrect: "The meeting's password is wrong or missing in the link.",
  meeting_requires_registration: 'The meeting asks for a registration.',
  meeting_requires_sign_in: 'The meeting admits signed-in people only.',
  microsoft_teams_call_dropped: 'Microsoft Teams dropped the call.',
  microsoft_teams_captcha_detected: 'Microsoft Teams asked the bot for a captcha.',
  microsoft_teams_sign_in_failed: 'The bot could not sign in to Microsoft Teams.',
  timeout_exceeded_everyone_left: 'Everyone left the meeting.',
  timeout_exceeded_in_call_not_recording: 'The bot was not allowed to see the video for too long.',
  timeout_exceeded_in_call_recording: 'The bot had been in the meeting for as long as it may.',
  timeout_exceeded_max_duration: 'The bot had been in the meeting for as long as it may.',
  timeout_exceeded_noone_joined: 'Nobody came.',
  timeout_exceeded_only_bots_detected_using_participant_events: 'Only bots were left in the meeting.',
  timeout_exceeded_only_bots_detected_using_participant_names: 'Only bots were left in the meeting.',
  timeout_exceeded_recording_permission_denied: 'The host did not allow recording.',
  timeout_exceeded_silence_detected: 'Nobody spoke for too long.',
  timeout_exceeded_waiting_room: 'Nobody let the bot in from the waiting room.',
  webex_join_meeting_error: 'The bot could not join the Webex meeting.',
  zoom_bot_in_waiting_room: 'Zoom moved the bot to the waiting room.',
  zoom_email_required: 'The Zoom meeting asks for an e-mail address.',
  zoom_host_not_present: 'The host, who has to allow recording, is not there.',
  zoom_join_timeout: 'Zoom did not let the bot in in time.',
  zoom_local_recording_disabled: "Local recording is switched off in the host's Zoom account.",
  zoom_local_recording_request_denied_by_host: 'The host did not allow recording.',
  zoom_local_recording_request_disabled: 'Asking for recording is switched off in Zoom.',
  zoom_local_recording_request_disabled_by_host: 'The host switched off asking for recording in Zoom.',
  zoom_sdk_app_not_published: "The provider's Zoom app is not published.",
  zoom_sdk_credentials_missing: "The provider's Zoom credentials are missing.",
  zoom_web_disallowed: 'The Zoom meeting does not admit web clients.',
};

/** A sub code in words; of one that is not known, the code itself with blanks. Undefined when there is none. */
export function endReasonOf(subCode: string | undefined): string | undefined {
  if (!subCode) return undefined;
  const known = Object.hasOwn(REASONS, subCode) ? REASONS[subCode] : undefined;
  // An open set: what comes from outside is shown to people, so that it is cut to what a code looks like.
  return known ?? `The provider says: ${subCode.replace(/[^a-z0-9]+/gi, ' ').slice(0, 100)}.`;
}
