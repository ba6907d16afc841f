/** Environment of the measured service: this process's, with the allocator set as `npm start` sets it. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, MALLOC_ARENA_MAX: '2' };
}
