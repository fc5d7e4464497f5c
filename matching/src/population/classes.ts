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
  /** Class of a vertex. */
  readonly classOf: Int32Array;
  /** First vertex of each class, and the number of vertices: vertices are numbered by class. */
  readonly starts: readonly number[];
  /** Compatible classes of each class. */
  readonly partners: readonly Int32Array[];
  /** 1 for a class whose vertices have a local limit. */
  readonly isLocal: Uint8Array;
}

/** Finds the classes of a population: at most 100 with four genders. */
export function classify(population: Population): Classes {
  const { size } = population;
  const { genders, preferences } = population.columns;
  const isAlike = (v: number, w: number) =>
    genders[v] === genders[w] &&
    preferences[v] === preferences[w] &&
    population.reachOf(v) === population.reachOf(w);
  const classOf = new Int32Array(size);
  const firsts: number[] = [];
  for (let v = 0; v < size; v++) {
    if (v === 0 || !isAlike(v, v - 1)) firsts.push(v);
    classOf[v] = firsts.length - 1;
  }
  const mayMeet = (v: number, w: number) =>
    acceptsGender(preferences[v]!, genders[w]!, ANY) &&
    acceptsGender(preferences[w]!, genders[v]!, ANY) &&
    reachesMeet(population.reachOf(v), population.reachOf(w));
  return {
    classOf,
    starts: [...firsts, size],
    partners: firsts.map((v) =>
      Int32Array.from(Array.from(firsts.keys()).filter((k) => mayMeet(v, firsts[k]!))),
    ),
    isLocal: Uint8Array.from(firsts, (v) => (population.reachOf(v) === LOCAL_LIMIT ? 1 : 0)),
  };
}

/** Whether vertices of two reaches may meet. A limit needs coordinates of the other side. */
function reachesMeet(a: number, b: number): boolean {
  if (a === UNSATISFIABLE || b === UNSATISFIABLE) return false;
  return (a !== UNLOCATED || b <= UNLIMITED) && (b !== UNLOCATED || a <= UNLIMITED);
}
