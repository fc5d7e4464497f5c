import { Dot } from "./dot";

interface PlaceAndAgeProps {
  place: string | null;
  age: number | null;
}

/** Lines can break within the place, but not within the age. */
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
