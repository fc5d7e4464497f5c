const RADIUS = 54;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** @param fraction how much of the time is left, 0 to 1. The arc shows it, clockwise from the hand to the top. */
export function ringGeometry(fraction: number) {
  const left = Math.min(1, Math.max(0, fraction));
  const gone = 1 - left;
  return {
    radius: RADIUS,
    dasharray: `${(CIRCUMFERENCE * left).toFixed(2)} ${CIRCUMFERENCE.toFixed(2)}`,
    dashoffset: (-CIRCUMFERENCE * gone).toFixed(2),
    transform: `rotate(${(gone * 360).toFixed(2)} 64 64)`,
  };
}
