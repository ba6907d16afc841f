import { z } from 'zod';

const coordinate = { type: 'number' } as const;

const pointDocumentation = {
  anyOf: [
    { type: 'array', prefixItems: [coordinate, coordinate, coordinate], minItems: 3, maxItems: 3 },
    {
      type: 'object',
      properties: {
        x: { ...coordinate, description: 'Share of the width.' },
        y: { ...coordinate, description: 'Share of the height.' },
        z: { ...coordinate, description: 'Depth on the scale of x.' },
      },
      required: ['x', 'y', 'z'],
    },
  ],
};

/**
 * Face-mesh points as clients send them, null when their tracker lost the face. Only the list is checked here:
 * a check may bring a hundred thousand points, and turning them into numbers checks them anyway.
 */
export const landmarksSchema = z
  .array(z.unknown())
  .meta({ items: pointDocumentation })
  .nullable()
  .describe(
    'Face-mesh points in the order of MediaPipe, at least 468, with x and y as shares of width and height; ' +
      'each an array [x, y, z] or an object {x, y, z}. A frame with null or fewer points counts as unusable.',
  );

/** Face-mesh points as clients send them. */
export type Landmarks = z.infer<typeof landmarksSchema>;
