const RADIUS = 54;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/**
 * The attributes of a ring's arc and hand. The arc is the remaining share, clockwise from the hand
 * up to the mark at the top.
 * @param fraction the remaining share; clamped to 0 to 1
 */
export function ringGeometry(fraction: number) {
  const left = Math.min(1, Math.max(0, fraction));
  const gone = 1 - left;
  return {
    radius: RADIUS,
    dasharray: `${(CIRCUMFERENCE * left).toFixed(2)} ${CIRCUMFERENCE.toFixed(2)}`,
    dashoffset: (-CIRCUMFERENCE * gone).toFixed(2),
    /** Turns the hand clockwise from the mark at the top. */
    transform: `rotate(${(gone * 360).toFixed(2)} 64 64)`,
  };
}
