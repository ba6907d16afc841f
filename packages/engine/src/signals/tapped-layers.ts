/**
 * Channels of the layers of MiniFASNetV2 that are tapped: the ends of its residual stages 3, 4 and 5. A reading's
 * `layers` holds, tap after tap, the mean of every channel and then its deviation.
 */
export const TAPPED_CHANNELS = [64, 128, 128] as const;
