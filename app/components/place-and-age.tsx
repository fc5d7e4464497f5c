import { Dot } from "./dot";

interface PlaceAndAgeProps {
  place: string | null;
  age: number | null;
}

/** The age never breaks across lines; the place may. */
export function PlaceAndAge({ place, age }: PlaceAndAgeProps) {
  return (
    <>
      {age === null ? null : (
        <>
          <span className="whitespace-nowrap">{age} years</span>
          <Dot />
        </>
      )}
      <span>{place ?? "No location"}</span>
    </>
  );
}
