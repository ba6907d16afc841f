/**
 * Rank correlation (Spearman 1904) of two series that run in parallel, -1 to 1; ties share their mean rank. Undefined
 * for fewer than three pairs or when either does not vary.
 */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number | undefined {
  if (a.length < 3) return undefined;
  const x = ranks(a);
  const y = ranks(b);
  const centre = (a.length - 1) / 2;
  let product = 0;
  let squaresX = 0;
  let squaresY = 0;
  for (let at = 0; at < x.length; at++) {
    product += (x[at]! - centre) * (y[at]! - centre);
    squaresX += (x[at]! - centre) ** 2;
    squaresY += (y[at]! - centre) ** 2;
  }
  if (squaresX === 0 || squaresY === 0) return undefined;
  return product / Math.sqrt(squaresX * squaresY);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => a.value - b.value);
  const result: number[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]!.value === order[from]!.value) to++;
    for (let i = from; i <= to; i++) result[order[i]!.at] = (from + to) / 2;
    from = to + 1;
  }
  return result;
}
