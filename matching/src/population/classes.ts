import { freeBuffers } from "../arrays.ts";
import {
  ANY,
  GLOBAL_LIMIT,
  LOCAL_LIMIT,
  type Population,
  UNLIMITED,
  UNLOCATED,
  UNSATISFIABLE,
} from "./population.ts";
import { acceptsGender } from "./rule.ts";

/** The classes of gender, preference and reach in a population, and which of them are compatible. */
export interface Classes {
  readonly count: number;
  /** Class of a member. */
  readonly classOf: Uint16Array | Uint8Array;
  /** Compatible classes of each class whose members may be anywhere, because neither side has a local limit. */
  readonly openPartners: readonly Int32Array[];
  /** Compatible classes of each class whose members must be near, because one side has a local limit. */
  readonly nearPartners: readonly Int32Array[];
  /** 1 for a class whose members have no local limit. */
  readonly isOpen: Uint8Array;
  /** A number per class, shared by all classes of the same gender. */
  readonly genderOf: Int32Array;
  readonly genderCount: number;
}

/** Finds the classes of a population: at most 100 with the product's genders, at most 65,535 with any. */
export function classify(population: Population): Classes {
  const { genders, preferences } = population.columns;
  const known = new Map<number, number>();
  const classGender: number[] = [];
  const classPreference: number[] = [];
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
        classPreference.push(preferences[i]!);
        classReach.push(reach);
      }
    }
    classOf[i] = number;
  }
  const acceptEachOther = (a: number, b: number) =>
    acceptsGender(classPreference[a]!, classGender[b]!, ANY) &&
    acceptsGender(classPreference[b]!, classGender[a]!, ANY);
  const listWhere = (meet: (a: number, b: number) => boolean) =>
    classReach.map((reach, a) => {
      const list: number[] = [];
      for (let b = 0; b < classReach.length; b++) {
        if (meet(reach, classReach[b]!) && acceptEachOther(a, b)) list.push(b);
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
    isOpen: Uint8Array.from(classReach, (reach) => (reach < LOCAL_LIMIT ? 1 : 0)),
    genderOf,
    genderCount: distinct.length,
  };
}

/** Whether neither side has a local limit. A global limit still needs coordinates of the other side. */
function meetAnywhere(a: number, b: number): boolean {
  if (a >= LOCAL_LIMIT || b >= LOCAL_LIMIT) return false;
  return !(a === UNLOCATED && b === GLOBAL_LIMIT) && !(a === GLOBAL_LIMIT && b === UNLOCATED);
}

/** Whether both sides have coordinates and one of them has a local limit. */
function meetNearby(a: number, b: number): boolean {
  if (a === UNSATISFIABLE || b === UNSATISFIABLE) return false;
  return a !== UNLOCATED && b !== UNLOCATED && (a === LOCAL_LIMIT || b === LOCAL_LIMIT);
}

/**
 * Puts UNLOCATED and UNLIMITED members into one class if no member has a global limit, because both then suit the same
 * classes.
 */
function simplifyReaches(population: Population): (v: number) => number {
  for (let v = 0; v < population.located; v++) {
    if (population.reachOf(v) === GLOBAL_LIMIT) return (i) => population.reachOf(i);
  }
  return (v) => {
    const reach = population.reachOf(v);
    return reach === UNLOCATED ? UNLIMITED : reach;
  };
}

/** Stores a byte per member if that suffices. */
function narrow(classOf: Uint16Array, count: number): Uint16Array | Uint8Array {
  if (count > 256) return classOf;
  const bytes = new Uint8Array(classOf);
  freeBuffers(classOf);
  return bytes;
}
