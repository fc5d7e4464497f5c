import fc from "fast-check";

/**
 * Property tests draw new cases in each process, and a failure prints its seed. Under CI the seed is fixed, so that
 * a test fails only because of a change to the code. `npm test -- --only fuzz` draws a new seed.
 */
const SEED_UNDER_CI = 20_260_301;

if (process.env.CI) fc.configureGlobal({ seed: SEED_UNDER_CI });
