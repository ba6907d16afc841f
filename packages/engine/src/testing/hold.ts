/** What makes scripted work wait until a test lets it go on. */
export interface Hold {
  /** To be awaited by work that begins. */
  readonly passed: Promise<void>;
  /** Makes work that begins from now on wait; the returned function lets it, and later work, go on. */
  readonly hold: () => () => void;
}

/** Creates a hold that nothing waits for yet. */
export function createHold(): Hold {
  let passed: Promise<void> = Promise.resolve();
  return {
    get passed() {
      return passed;
    },
    hold() {
      let release = () => {};
      passed = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}
