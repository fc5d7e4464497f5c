import { z } from "zod";
import { MIN_DISCLOSED_COUNT } from "~/core/shared/constants";

/**
 * Members of one gender and preference over all runs, and how many were left out. A null gender means not stated, a
 * null preference any.
 */
export interface Group {
  gender: string | null;
  preferred: string | null;
  members: number;
  leftOut: number;
}

/** `others` stands for all groups that are too small to be shown. */
export const groupNameSchema = z.union([
  z.object({ gender: z.string().nullable(), preferred: z.string().nullable() }),
  z.literal("others"),
]);

export const disclosedGroupSchema = z.object({
  name: groupNameSchema,
  members: z.number(),
  leftOut: z.number(),
});
export type DisclosedGroup = z.infer<typeof disclosedGroupSchema>;

/**
 * Groups of fewer than five members are merged into `others`. If `others` is still too small, the smallest shown group
 * joins it. Otherwise the number of `others` would follow from the total. With fewer than five members in all, the list
 * is empty.
 */
export function discloseGroups(groups: readonly Group[]): DisclosedGroup[] {
  const sorted = [...groups].sort((one, other) => other.members - one.members);
  const shown = sorted.filter(({ members }) => members >= MIN_DISCLOSED_COUNT);
  const others = { members: 0, leftOut: 0 };
  const add = ({ members, leftOut }: Group) => {
    others.members += members;
    others.leftOut += leftOut;
  };
  sorted.filter(({ members }) => members < MIN_DISCLOSED_COUNT).forEach(add);
  while (others.members > 0 && others.members < MIN_DISCLOSED_COUNT) {
    const smallest = shown.pop();
    if (!smallest) return [];
    add(smallest);
  }
  const named = shown.map(({ gender, preferred, members, leftOut }) => ({
    name: { gender, preferred },
    members,
    leftOut,
  }));
  return others.members === 0 ? named : [...named, { name: "others" as const, ...others }];
}
