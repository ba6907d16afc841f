import type { z } from 'zod';

/** A zod refinement that reports each item whose `index` an earlier item already has. */
export function rejectRepeatedIndexes(
  items: readonly { index: number }[],
  context: z.core.$RefinementCtx,
): void {
  const seen = new Set<number>();
  for (const [position, { index }] of items.entries()) {
    if (seen.has(index)) {
      context.addIssue({
        code: 'custom',
        path: [position, 'index'],
        message: `Index ${index} is used twice`,
      });
    }
    seen.add(index);
  }
}
