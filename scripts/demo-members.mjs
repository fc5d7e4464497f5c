/** The demo members: invented people, all adults, on reserved e-mail addresses. */

export const DEMO_PASSWORD = "a quiet evening";

/**
 * @typedef {object} DemoFields
 * @property {string} name
 * @property {string} dob
 * @property {string} gender
 * @property {string | null} bio
 * @property {[name: string, latitude: number, longitude: number, timezone: string] | [null, null, null, null]} place
 * @property {[minimum: number, maximum: number]} [ages]
 * @property {boolean} [isAdmin]
 */

/**
 * @param {string} slug part of the e-mail address before the @
 * @param {DemoFields} fields
 */
const member = (slug, fields) => ({ email: `${slug}@happenstance.example`, ...fields });

export const DEMO_MEMBERS = [
  member("ines", {
    name: "Ines Caldeira",
    dob: "1991-04-18",
    gender: "Female",
    bio: "Runs the late shift at a small radio station. Collects lighthouse postcards and bad puns.",
    place: ["Porto, Porto, Portugal", 41.1496, -8.611, "UTC+00:00"],
    isAdmin: true,
  }),
  member("tomas", {
    name: "Tomas Lindqvist",
    dob: "1988-11-02",
    gender: "Male",
    bio: "Restores wooden boats.\nWill talk about varnish if you let him.",
    place: ["Gothenburg, Västra Götaland, Sweden", 57.7072, 11.9668, "UTC+01:00"],
  }),
  member("maren", {
    name: "Maren Okafor",
    dob: "1994-07-30",
    gender: "Female",
    bio: "Teaches physics, dances badly, cooks well.",
    place: ["Leeds, England, United Kingdom", 53.7965, -1.5478, "UTC+00:00"],
  }),
  member("yusuf", {
    name: "Yusuf Demirel",
    dob: "1985-02-11",
    gender: "Male",
    bio: "Night trains, long novels, short espressos.",
    place: ["Izmir, Izmir, Turkey", 38.4127, 27.1384, "UTC+03:00"],
    ages: [28, 60],
  }),
  member("robin", {
    name: "Robin Hale",
    dob: "1996-09-05",
    gender: "Non-Binary",
    bio: "Botanist in a city without a garden. Forty-one houseplants and counting.",
    place: ["Lyon, Auvergne-Rhône-Alpes, France", 45.7485, 4.8467, "UTC+01:00"],
  }),
  member("noor", {
    name: "Noor van Dijk",
    dob: "1990-12-21",
    gender: "Female",
    bio: null,
    place: ["Utrecht, Utrecht, Netherlands", 52.0908, 5.1222, "UTC+01:00"],
    ages: [25, 50],
  }),
  member("elias", {
    name: "Elias Brandt",
    dob: "1982-06-14",
    gender: "Male",
    bio: "Makes maps for a living and still gets lost on the way home.",
    place: [null, null, null, null],
  }),
];

/**
 * Messages of the demo members: one list per conversation, speaker 0 or 1.
 * @type {[speaker: number, text: string][][]}
 */
export const DEMO_TALKS = [
  [
    [0, "Good evening! So chance has picked the two of us."],
    [1, "It has taste, then. How was your day?"],
    [0, "Long, but the light over the river just now made up for it."],
    [1, "I had rain and a very good soup. I call it even."],
    [0, "What kind of soup? This matters."],
  ],
  [
    [0, "Hello there. What is the best thing you did this week?"],
    [1, "I finally fixed the clock in my kitchen. It had been ten past four since March."],
    [0, "So you gave up living in permanent teatime?"],
  ],
  [
    [1, "Hi! Do you believe in coincidence?"],
    [0, "After three weeks here I have no choice."],
    [1, "Fair. Tell me something you know far too much about."],
    [0, "The history of the umbrella. You will regret asking."],
  ],
];

/**
 * The conversation that ended in a block and a report.
 * @type {[speaker: number, text: string][]}
 */
export const DEMO_QUARREL = [
  [0, "hey, send me your number"],
  [1, "I'd rather talk here first."],
  [0, "come on, buy my course at least. limited offer!!"],
  [1, "No, thank you. Good night."],
];
