/** A feature map of one picture, channel after channel. */
export interface FeatureMap {
  readonly map: Float32Array;
  readonly channels: number;
}

/** Mean and standard deviation over space of every channel: for each map all means, then all deviations. */
export function channelStatistics(maps: readonly FeatureMap[]): Float32Array {
  const statistics = new Float32Array(2 * maps.reduce((sum, { channels }) => sum + channels, 0));
  let at = 0;
  for (const { map, channels } of maps) {
    const plane = map.length / channels;
    for (let channel = 0; channel < channels; channel++) {
      let sum = 0;
      let squares = 0;
      for (let i = channel * plane; i < (channel + 1) * plane; i++) {
        sum += map[i]!;
        squares += map[i]! * map[i]!;
      }
      const mean = sum / plane;
      statistics[at + channel] = mean;
      statistics[at + channels + channel] = Math.sqrt(Math.max(squares / plane - mean * mean, 0));
    }
    at += 2 * channels;
  }
  return statistics;
}
