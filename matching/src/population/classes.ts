import { findFirst } from "../arrays.ts";
import { ANY, type Population, UNLIMITED, UNLOCATED, UNSATISFIABLE } from "./population.ts";
import { acceptsGender } from "./rule.ts";

export interface Classes {
  /** First vertex of each class, and the number of vertices as the last entry. Vertices are numbered class by class. */
  readonly starts: Int32Array;
  readonly partners: readonly Int32Array[];
}

export function classify(population: Population): Classes {
  const { size } = population;
  const { genders, preferences } = population.columns;
  const isAlike = (v: number, w: number) =>
    genders[v] === genders[w] &&
    preferences[v] === preferences[w] &&
    population.reachOf(v) === population.reachOf(w);
  const firsts: number[] = [];
  for (let v = 0; v < size; v++) if (v === 0 || !isAlike(v, v - 1)) firsts.push(v);
  const mayMeet = (v: number, w: number) =>
    acceptsGender(preferences[v]!, genders[w]!, ANY) &&
    acceptsGender(preferences[w]!, genders[v]!, ANY) &&
    reachesMeet(population.reachOf(v), population.reachOf(w));
  return {
    starts: Int32Array.from([...firsts, size]),
    partners: firsts.map((v) =>
      Int32Array.from(Array.from(firsts.keys()).filter((k) => mayMeet(v, firsts[k]!))),
    ),
  };
}

export function classOf({ starts }: Classes, v: number): number {
  return findFirst(starts, 0, starts.length, v + 1) - 1;
}

/** Whether vertices of two reaches can be compatible. A vertex with a limit accepts only vertices with coordinates. */
function reachesMeet(a: number, b: number): boolean {
  if (a === UNSATISFIABLE || b === UNSATISFIABLE) return false;
  return (a !== UNLOCATED || b <= UNLIMITED) && (b !== UNLOCATED || a <= UNLIMITED);
}
