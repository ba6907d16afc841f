/** Disjoint groups of the integers from 0 to before `size` (union-find). */
export interface Union {
  /** A member that stands for the whole group. */
  find(member: number): number;
  /** Makes one group of all groups that have a member in the list. */
  join(members: readonly number[]): void;
}

/** Starts with every integer in a group of its own. */
export function createUnion(size: number): Union {
  const parents = Array.from({ length: size }, (_, index) => index);
  const find = (member: number): number => {
    let root = member;
    while (parents[root] !== undefined && parents[root] !== root) root = parents[root] ?? root;
    parents[member] = root;
    return root;
  };
  const join = (members: readonly number[]): void => {
    const [first] = members;
    for (const member of members) parents[find(member)] = find(first ?? member);
  };
  return { find, join };
}
