import {
  ANY,
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
  readonly classOf: Uint16Array;
  /** Compatible classes of each class. */
  readonly partners: readonly Int32Array[];
  /** 1 for a class whose members have a local limit. */
  readonly isLocal: Uint8Array;
}

/** Finds the classes of a population: at most 100 with the product's genders, at most 65,535 with any. */
export function classify(population: Population): Classes {
  const { genders, preferences } = population.columns;
  const known = new Map<number, number>();
  const classGender: number[] = [];
  const classPreference: number[] = [];
  const classReach: number[] = [];
  const classOf = new Uint16Array(population.size);
  for (let i = 0; i < population.size; i++) {
    const reach = population.reachOf(i);
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
  const mayMeet = (a: number, b: number) =>
    acceptsGender(classPreference[a]!, classGender[b]!, ANY) &&
    acceptsGender(classPreference[b]!, classGender[a]!, ANY) &&
    reachesMeet(classReach[a]!, classReach[b]!);
  const numbers = Array.from(classGender.keys());
  return {
    count: numbers.length,
    classOf,
    partners: numbers.map((a) => Int32Array.from(numbers.filter((b) => mayMeet(a, b)))),
    isLocal: Uint8Array.from(classReach, (reach) => (reach === LOCAL_LIMIT ? 1 : 0)),
  };
}

/** Whether members of two reaches may meet. A limit needs coordinates of the other side. */
function reachesMeet(a: number, b: number): boolean {
  if (a === UNSATISFIABLE || b === UNSATISFIABLE) return false;
  return (a !== UNLOCATED || b <= UNLIMITED) && (b !== UNLOCATED || a <= UNLIMITED);
}
