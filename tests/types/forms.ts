/**
 * Forms that `defineForms` must refuse at compile time. Nothing here runs: `npm test` compiles it, and an expected error that
 * does not come is an error itself.
 */
import { z } from "zod";
import {
  asAnyone,
  asMember,
  defineForms,
  guestForm,
  memberForm,
  NO_FIELDS,
} from "~/app/lib/forms.server";

const words = { rename: { fallback: "It could not be renamed" }, end: { fallback: "It goes on" } };
const done = async () => ({ message: "Done" });
const end = memberForm({ bound: "sessionWrites", schema: NO_FIELDS, run: done });
const enter = guestForm({ bound: ["registrations"], schema: NO_FIELDS, run: done });

export const acceptsBoundForms = defineForms(
  { words, guard: asMember },
  {
    rename: memberForm({
      bound: "profileWrites",
      schema: z.object({ name: z.string() }),
      run: async ({ value }) => ({ message: value.name }),
    }),
    end,
  },
);

export const refusesFormWithoutBound = defineForms(
  { words, guard: asMember },
  {
    // @ts-expect-error no bound
    rename: memberForm({ schema: NO_FIELDS, run: done }),
    end,
  },
);

export const refusesUnboundTableRow = defineForms(
  { words, guard: asMember },
  // @ts-expect-error no bound, and written without `memberForm`
  { rename: { schema: NO_FIELDS, run: done }, end },
);

export const refusesUnknownBound = memberForm({
  // @ts-expect-error no bound has this name
  bound: "renames",
  schema: NO_FIELDS,
  run: done,
});

export const refusesBoundOfMemberForGuest = guestForm({
  // @ts-expect-error it counts by member, and a guest is none
  bound: "profileWrites",
  schema: NO_FIELDS,
  run: done,
});

export const refusesMemberFormOnGuestPage = defineForms(
  { words: { end: words.end }, guard: asAnyone },
  // @ts-expect-error the page has no viewer to count for
  { end },
);

// @ts-expect-error `end` has words and does nothing
export const refusesMissingForm = defineForms({ words, guard: asMember }, { rename: end });

export const refusesFormWithoutWords = defineForms(
  { words: { end: words.end }, guard: asMember },
  // @ts-expect-error `rename` has no words
  { end, rename: end },
);

export const refusesOtherField = memberForm({
  bound: "profileWrites",
  schema: z.object({ name: z.string() }),
  // @ts-expect-error the schema has no `title`
  run: async ({ value }) => ({ message: value.title }),
});

export const acceptsGuestForm = defineForms(
  { words: { "": words.end }, guard: asAnyone },
  { "": enter },
);
