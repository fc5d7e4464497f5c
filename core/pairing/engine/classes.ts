import type { Population } from "./population.ts";

/** The classes of gender and preference that a population has, and which of them can meet. */
export interface Classes {
  readonly count: number;
  /** Class of a member. */
  readonly classOf: Uint16Array | Uint8Array;
  /** For each class, the classes whose genders and preferences fit. */
  readonly partners: readonly Int32Array[];
  /** For each class, a number shared by classes of the same gender. */
  readonly genderOf: Int32Array;
  readonly genderCount: number;
}

/** Finds the classes of a population; there are 25 in the product, and never more than 65,535 here. */
export function classify(population: Population): Classes {
  const { genders, preferences } = population.columns;
  const known = new Map<number, number>();
  const classGender: number[] = [];
  const classWish: number[] = [];
  const classOf = new Uint16Array(population.size);
  for (let i = 0; i < population.size; i++) {
    const code = (genders[i] as number) * 65_536 + (preferences[i] as number);
    let number = known.get(code);
    if (number === undefined) {
      number = Math.min(classGender.length, 65_534);
      known.set(code, number);
      if (number === classGender.length) {
        classGender.push(genders[i] as number);
        classWish.push(preferences[i] as number);
      }
    }
    classOf[i] = number;
  }
  const fits = (a: number, b: number) =>
    (classWish[a] === 0 || classWish[a] === classGender[b]) &&
    (classWish[b] === 0 || classWish[b] === classGender[a]);
  const partners = classGender.map((_, a) => {
    const list: number[] = [];
    for (let b = 0; b < classGender.length; b++) if (fits(a, b)) list.push(b);
    return Int32Array.from(list);
  });
  const distinct = [...new Set(classGender)];
  const genderOf = Int32Array.from(classGender, (gender) => distinct.indexOf(gender));
  return {
    count: classGender.length,
    classOf: narrow(classOf, classGender.length),
    partners,
    genderOf,
    genderCount: distinct.length,
  };
}

/** Half the room for the 25 classes of the product. */
function narrow(classOf: Uint16Array, count: number): Uint16Array | Uint8Array {
  return count <= 256 ? Uint8Array.from(classOf) : classOf;
}
