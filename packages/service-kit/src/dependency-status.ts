/** Something a service depends on and can ask for a sign of life. */
export interface Pingable {
  /** Resolves when it answers; rejects when it does not within a few seconds. */
  ping(): Promise<void>;
}

/** `ok`, or that there is no answer; says nothing of the reason, which could name hosts. */
export async function dependencyStatus(dependency: Pingable | undefined): Promise<string> {
  try {
    await dependency?.ping();
    return 'ok';
  } catch {
    return 'error: no answer';
  }
}
