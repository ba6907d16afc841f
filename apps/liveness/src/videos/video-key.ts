/** The name of an uploaded video in the object store. */
export function videoKey(submissionId: string): string {
  return `videos/${submissionId}`;
}
