import {
  ANYWHERE,
  EVERYWHERE,
  NEARBY,
  NOBODY_AT_ALL,
  NOWHERE,
  type Population,
} from "./population.ts";

/** The classes of gender, preference and reach that a population has, and which of them can meet. */
export interface Classes {
  readonly count: number;
  /** Class of a member. */
  readonly classOf: Uint16Array | Uint8Array;
  /** For each class, the classes that fit wherever their members are: neither has a limit that matters. */
  readonly openPartners: readonly Int32Array[];
  /** For each class, the classes that fit where their members are near each other. */
  readonly nearPartners: readonly Int32Array[];
  /** For each class, 1 when its members look further than nearby. */
  readonly isOpen: Uint8Array;
  /** For each class, a number shared by classes of the same gender. */
  readonly genderOf: Int32Array;
  readonly genderCount: number;
}

/** Finds the classes of a population; there are 50 in the product, and never more than 65,535 here. */
export function classify(population: Population): Classes {
  const { genders, preferences } = population.columns;
  const known = new Map<number, number>();
  const classGender: number[] = [];
  const classWish: number[] = [];
  const classReach: number[] = [];
  const reachOf = simplifyReaches(population);
  const classOf = new Uint16Array(population.size);
  for (let i = 0; i < population.size; i++) {
    const reach = reachOf(i);
    const code = (genders[i]! * 65_536 + preferences[i]!) * 8 + reach;
    let number = known.get(code);
    if (number === undefined) {
      number = Math.min(classGender.length, 65_534);
      known.set(code, number);
      if (number === classGender.length) {
        classGender.push(genders[i]!);
        classWish.push(preferences[i]!);
        classReach.push(reach);
      }
    }
    classOf[i] = number;
  }
  const fits = (a: number, b: number) =>
    (classWish[a] === 0 || classWish[a] === classGender[b]) &&
    (classWish[b] === 0 || classWish[b] === classGender[a]);
  const listWhere = (meet: (a: number, b: number) => boolean) =>
    classReach.map((reach, a) => {
      const list: number[] = [];
      for (let b = 0; b < classReach.length; b++) {
        if (meet(reach, classReach[b]!) && fits(a, b)) list.push(b);
      }
      return Int32Array.from(list);
    });
  const distinct = [...new Set(classGender)];
  const genderOf = Int32Array.from(classGender, (gender) => distinct.indexOf(gender));
  return {
    count: classGender.length,
    classOf: narrow(classOf, classGender.length),
    openPartners: listWhere(meetAnywhere),
    nearPartners: listWhere(meetNearby),
    isOpen: Uint8Array.from(classReach, (reach) => (reach < NEARBY ? 1 : 0)),
    genderOf,
    genderCount: distinct.length,
  };
}

/** Who has no limit may be anywhere; who has one that spans the Earth asks for coordinates, whatever they are. */
function meetAnywhere(a: number, b: number): boolean {
  if (a >= NEARBY || b >= NEARBY) return false;
  return !(a === NOWHERE && b === EVERYWHERE) && !(a === EVERYWHERE && b === NOWHERE);
}

function meetNearby(a: number, b: number): boolean {
  if (a === NOBODY_AT_ALL || b === NOBODY_AT_ALL) return false;
  return a !== NOWHERE && b !== NOWHERE && (a === NEARBY || b === NEARBY);
}

/** Without limits that span the Earth, nobody asks whether somebody without a limit has coordinates. */
function simplifyReaches(population: Population): (v: number) => number {
  for (let v = 0; v < population.located; v++) {
    if (population.reachOf(v) === EVERYWHERE) return (i) => population.reachOf(i);
  }
  return (v) => {
    const reach = population.reachOf(v);
    return reach === NOWHERE ? ANYWHERE : reach;
  };
}

/** Half the room for the 25 classes of the product. */
function narrow(classOf: Uint16Array, count: number): Uint16Array | Uint8Array {
  return count <= 256 ? Uint8Array.from(classOf) : classOf;
}
