/** Environment of the measured service: this process's, with the allocator set as `npm start` sets it. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, MALLOC_ARENA_MAX: '2' };
}

/** Where a measurement that needs no engine finds its stores; embedded ones when nothing is set. */
export function benchStores(): Record<string, string> {
  const { BENCH_DATABASE_URL, BENCH_REDIS_URL } = process.env;
  return {
    ...(BENCH_DATABASE_URL && { DATABASE_URL: BENCH_DATABASE_URL }),
    ...(BENCH_REDIS_URL && { REDIS_URL: BENCH_REDIS_URL }),
  };
}
