import { Dot } from "./dot";

interface PlaceAndAgeProps {
  /** Place and country as text; null when neither is known. */
  place: string | null;
  /** Whole years; null when it is not known. */
  age: number | null;
}

/** 'Lisbon, Portugal · 36 years' */
export function PlaceAndAge({ place, age }: PlaceAndAgeProps) {
  return (
    <>
      <span>{place ?? "No location"}</span>
      {age === null ? null : (
        <>
          <Dot />
          <span className="whitespace-nowrap">{age} years</span>
        </>
      )}
    </>
  );
}
