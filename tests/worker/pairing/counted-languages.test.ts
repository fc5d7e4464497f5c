import { env } from "cloudflare:workers";
import { matchPopulation } from "@happenstance/matching";
import { beforeEach, expect, it } from "vitest";
import { loadPopulation } from "~/core/pairing/match-members";
import { emptyDatabase } from "../../support/api";
import { createTestDeps, type SeedFields, seedMembers } from "./support";

beforeEach(emptyDatabase);

const DAY = 86_400_000;
const DATE = "2026-05-01";
const MIDNIGHT = Date.parse(DATE);
const OLD = MIDNIGHT - 100 * DAY;
const NEW = MIDNIGHT - DAY;

interface Town {
  /** The number of men who speak Basque besides English. */
  speakers: number;
  speakersAt?: number;
  othersAt?: number;
  /** When the speakers confirmed their addresses. Set if addresses must be confirmed. */
  confirmedAt?: number;
}

/**
 * Stores 30 women and 29 men who speak English. The first woman and some of the men also speak
 * Basque. One more man joined yesterday and speaks only Basque.
 * @returns how many of eight draws introduce that man to the first woman
 */
async function countMeetings({ speakers, speakersAt = OLD, othersAt = OLD, confirmedAt }: Town) {
  const seeds: Record<string, SeedFields> = {};
  const man = { gender: "Male", preferred: "Female" };
  for (let i = 0; i < 30; i++) {
    seeds[`w${i}`] = { gender: "Female", preferred: "Male", createdAt: othersAt };
  }
  for (let i = 0; i < 29; i++) {
    seeds[`m${i}`] = { ...man, createdAt: i < speakers ? speakersAt : othersAt };
  }
  await seedMembers({ ...seeds, stranger: { ...man, createdAt: NEW } });
  const name = env.DB.prepare("update members set languages = ? where id = ?");
  await env.DB.batch([
    env.DB.prepare("update members set email_verified_at = created_at, languages = '[\"en\"]'"),
    name.bind('["eu"]', "stranger"),
    name.bind('["en","eu"]', "w0"),
    ...Array.from({ length: speakers }, (_, i) => name.bind('["en","eu"]', `m${i}`)),
    env.DB.prepare(
      "update members set email_verified_at = coalesce(?, email_verified_at) where id like 'm%' and languages like '%eu%'",
    ).bind(confirmedAt ?? null),
  ]);
  const { results } = await env.DB.prepare(
    "select rowid as key from members where id in ('w0', 'stranger') order by id",
  ).all<{ key: number }>();
  const [him, her] = results.map(({ key }) => key);
  const mustVerify = confirmedAt !== undefined;
  const moment = { date: DATE, startedAt: MIDNIGHT, mustVerify, previous: null };
  let meetings = 0;
  for (let seed = 0; seed < 8; seed++) {
    const { population } = await loadPopulation(createTestDeps(), moment);
    const { pairs } = matchPopulation(population, { seed });
    if (pairs[pairs.indexOf(him as number) ^ 1] === her) meetings++;
  }
  return meetings;
}

// A language counts if at least seven members speak it, which is more than a tenth of the sixty
// members. The woman is one of the speakers. The man who speaks only Basque is not counted, because
// his account is too young.
it.each<[string, Town]>([
  ["one that nobody else speaks", { speakers: 0 }],
  ["one that six members speak", { speakers: 5 }],
  ["one that six members speak, and twenty new accounts", { speakers: 20, speakersAt: NEW }],
  [
    "one whose speakers registered long ago and confirmed lately",
    { speakers: 9, confirmedAt: NEW },
  ],
])("a language that doesn't count, %s, decides nobody's partner", async (_, town) => {
  expect(await countMeetings(town)).toBeLessThan(4);
});

it.each<[string, Town]>([
  ["seven members speak", { speakers: 6 }],
  ["seven members speak, fourteen days old", { speakers: 6, speakersAt: MIDNIGHT - 14 * DAY }],
  [
    "seven of a town speak that has no older accounts",
    { speakers: 5, othersAt: NEW, speakersAt: NEW },
  ],
  ["confirmed members speak", { speakers: 6, confirmedAt: OLD }],
])("a language that %s is preferred", async (_, town) => {
  expect(await countMeetings(town)).toBe(8);
});
